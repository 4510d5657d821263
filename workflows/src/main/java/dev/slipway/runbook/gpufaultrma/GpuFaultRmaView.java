package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.ShortList;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.View;
import dev.slipway.rules.triage.RecurrenceRules.Repeat;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.SuspectGpus;
import dev.slipway.rules.triage.TriageResult;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.rules.triage.XidAction;
import dev.slipway.rules.triage.XidVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Answers the questions of this table alone about a node's GPUs; {@code past} are their stored events. */
record GpuFaultRmaView(NodeView node, List<GpuEvent> past, TriageResult routed) implements View {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int OFF_THE_BUS = 79;

    static GpuFaultRmaView of(NodeView node, List<GpuEvent> past) {
        RoutingInput routingInput = RoutingInput.of(node.facts(), node.goal()).with(past);
        return new GpuFaultRmaView(node, past, TriageTable.route(routingInput));
    }

    private NodeFacts facts() {
        return node.facts();
    }

    private List<Gpu> gpus() {
        return facts().hardware().gpus().or(List.of());
    }

    private static Judgement anyOf(List<String> words) {
        return Judgement.of(!words.isEmpty(), String.join(", ", words));
    }

    /** Returns no if the kernel's log was read: without it, the absence of a required action is unknown. */
    private Judgement log() {
        return Judgement.read("kernel log", facts().kernelEvents());
    }

    /** The verdicts contain one of these cares: of the driver, before NVIDIA's catalogue. */
    Judgement asked(XidAction... cares) {
        Set<XidAction> wanted = EnumSet.copyOf(List.of(cares));
        return anyOf(routed.xids().verdicts().stream()
                        .filter(verdict -> wanted.contains(verdict.care()))
                        .map(XidVerdict::toString)
                        .toList())
                .or(log());
    }

    /** A driver that is silent marks no GPU: a GPU that is lost silences it, and the rows of the bus speak of that. */
    private Judgement marked(Function<Gpu, String> mark) {
        return anyOf(gpus().stream()
                .filter(gpu -> mark.apply(gpu).equalsIgnoreCase("Yes"))
                .map(GpuFaultRmaView::named)
                .toList());
    }

    Judgement rowsFailed() {
        return marked(gpu -> gpu.health().remapFailure());
    }

    private Judgement rowsPending() {
        return marked(gpu -> gpu.health().remapPending());
    }

    Judgement sramWorn() {
        return anyOf(gpus().stream()
                .flatMap(gpu -> SuspectGpus.sramWorn(facts(), gpu).stream().map(why -> named(gpu) + ": " + why))
                .toList());
    }

    private static String named(Gpu gpu) {
        return "GPU " + gpu.bdf() + ", serial " + gpu.serial();
    }

    /** A diag isolated a GPU of this node, in any node: it never returns to service. */
    Judgement isolated() {
        Instant since = facts().collectedAt().minus(MONTH);
        return anyOf(past.stream()
                .filter(event ->
                        event.kind() == GpuEvent.Kind.ISOLATE && !event.at().isBefore(since))
                .map(event -> "GPU serial " + event.serial() + ": dcgmi diag isolated it on " + event.node() + " under "
                        + event.detail())
                .distinct()
                .toList());
    }

    Judgement pastAsks(Repeat.Wanted wanted) {
        return anyOf(routed.candidates().stream()
                .filter(candidate -> candidate.wanted() == wanted)
                .map(candidate -> "GPU serial " + candidate.serial() + ", a repeat offender: " + candidate.why())
                .toList());
    }

    /** A person inspects before a third reboot: two did not help, and the error requires another. */
    Judgement inspection() {
        Judgement past = pastAsks(Repeat.Wanted.INSPECTION);
        Judgement troubled = Judgement.of(routed.xids().first().isPresent())
                .or(rowsPending())
                .or(node.gpus().missing());
        return past.and(troubled).by(past.sentence());
    }

    /** The log reaches back to the boot, and no GPU fell off the bus since: it was gone when the node came up. */
    Judgement missingSinceBoot() {
        Optional<Instant> booted = facts().details().bootedAt().value();
        Optional<Instant> read = facts().details().collected().value().map(NodeDetails.Collected::t0);
        boolean whole = booted.isPresent()
                && read.isPresent()
                && !read.get().isAfter(booted.get())
                && facts().kernelEvents().known();
        boolean fell = facts().eventsOfThisBoot().or(List.of()).stream().anyMatch(event -> event.code() == OFF_THE_BUS);
        Judgement missing = node.gpus().missing();
        return missing.and(Judgement.of(whole && !fell))
                .by(missing.sentence() + " since the boot at "
                        + booted.map(Instant::toString).orElse("an unknown time"));
    }

    /** Every GPU is on the bus, and the driver does not report all of them. */
    Judgement silent() {
        return node.gpus().missing().not().and(node.gpus().silent());
    }

    /** Rows to be remapped, or errors that a reset puts behind, of GPUs that work on. */
    Judgement needsDrain() {
        Judgement pending = rowsPending();
        return pending.by("row remap pending: " + pending.sentence()).or(asked(XidAction.RESET_WHEN_DRAINED));
    }

    /**
     * One of our runs cordoned the node, as its mark shows, on the node or in Slurm's reason: its next drain is now,
     * and a failed gate led here.
     */
    private Judgement ours() {
        return Judgement.of(facts().details()
                .outside()
                .scheduling()
                .value()
                .filter(view -> view.annotations().entrySet().stream()
                        .anyMatch(mark -> mark.getKey().endsWith("owner")
                                || mark.getValue().startsWith("slipway:")))
                .isPresent());
    }

    Judgement waitedForDrain() {
        return needsDrain().and(ours());
    }

    Judgement handedOver() {
        return ours().by("the node is out of service by a run of ours");
    }

    Judgement unjudged() {
        return anyOf(ShortList.of(routed.xids().unjudged(), 4));
    }
}
