package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.Baseline;
import dev.slipway.model.Gpu;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeDetails;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.ShortList;
import dev.slipway.route.Care;
import dev.slipway.route.Repeats.Repeat;
import dev.slipway.route.Routed;
import dev.slipway.route.Router;
import dev.slipway.route.Signals;
import dev.slipway.route.Suspects;
import dev.slipway.route.XidVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is known of a node's GPUs, for the rows. Each answer is why a row fits, or empty where it does not. */
record Seen(NodeFacts facts, Baseline goal, List<GpuEvent> past, Routed routed) {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int OFF_THE_BUS = 79;

    static Seen of(NodeFacts facts, Baseline goal, List<GpuEvent> past) {
        Signals signals = Signals.of(facts, goal).with(past);
        return new Seen(facts, goal, past, Router.route(signals));
    }

    /** Parts that rows stand on. A driver that is silent is none of them: a GPU that is lost silences it. */
    Optional<String> unread() {
        List<String> unread = new ArrayList<>();
        note(unread, "identity", facts.identity());
        note(unread, "boot", facts.boot());
        note(unread, "gpusOnBus", facts.hardware().gpusOnBus());
        note(unread, "kernel log", facts.kernelEvents());
        return said(unread);
    }

    private static void note(List<String> unread, String part, Reading<?> reading) {
        if (!reading.known()) {
            unread.add(part + " (" + reading.error() + ")");
        }
    }

    private static Optional<String> said(List<String> words) {
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words));
    }

    /** The verdicts of these cares: of the driver, before NVIDIA's catalogue. */
    Optional<String> asked(Care... cares) {
        Set<Care> wanted = EnumSet.copyOf(List.of(cares));
        return said(routed.xids().verdicts().stream()
                .filter(verdict -> wanted.contains(verdict.care()))
                .map(XidVerdict::toString)
                .toList());
    }

    Optional<String> rowsFailed() {
        return marked(gpu -> gpu.health().remapFailure());
    }

    Optional<String> rowsPending() {
        return marked(gpu -> gpu.health().remapPending());
    }

    private Optional<String> marked(java.util.function.Function<Gpu, String> mark) {
        return said(facts.hardware().gpus().or(List.of()).stream()
                .filter(gpu -> mark.apply(gpu).equalsIgnoreCase("Yes"))
                .map(Seen::named)
                .toList());
    }

    Optional<String> sramWorn() {
        return said(facts.hardware().gpus().or(List.of()).stream()
                .flatMap(gpu -> Suspects.sramWorn(facts, gpu).stream().map(why -> named(gpu) + ": " + why))
                .toList());
    }

    private static String named(Gpu gpu) {
        return "GPU " + gpu.bdf() + ", serial " + gpu.serial();
    }

    /** A diag said of a GPU of this node, wherever that was then: never put it back. */
    Optional<String> isolated() {
        Instant since = facts.collectedAt().minus(MONTH);
        return said(past.stream()
                .filter(event ->
                        event.kind() == GpuEvent.Kind.ISOLATE && !event.at().isBefore(since))
                .map(event -> "GPU serial " + event.serial() + ": dcgmi diag isolated it on " + event.node() + " under "
                        + event.detail())
                .distinct()
                .toList());
    }

    Optional<String> pastAsks(Repeat.Wanted wanted) {
        return said(routed.candidates().stream()
                .filter(candidate -> candidate.wanted() == wanted)
                .map(candidate -> "GPU serial " + candidate.serial() + ", a repeat offender: " + candidate.why())
                .toList());
    }

    /** A person looks before a third reboot: two did not cure it, and it asks again. */
    Optional<String> inspection() {
        return missing().isPresent() || troubled() ? pastAsks(Repeat.Wanted.INSPECTION) : Optional.empty();
    }

    private boolean troubled() {
        return routed.xids().first().isPresent() || rowsPending().isPresent();
    }

    Optional<String> missing() {
        int bus = facts.hardware().gpusOnBus().or(Integer.MAX_VALUE);
        int wanted = goal.profile().expectedGpus();
        return bus < wanted ? Optional.of(bus + " of " + wanted + " GPUs on the bus") : Optional.empty();
    }

    /** The log reaches back to the boot, and no GPU fell off the bus since: it was gone when the node came up. */
    Optional<String> missingSinceBoot() {
        Optional<Instant> booted = facts.details().bootedAt().value();
        Optional<Instant> read = facts.details().collected().value().map(NodeDetails.Collected::t0);
        boolean whole = booted.isPresent()
                && read.isPresent()
                && !read.get().isAfter(booted.get())
                && facts.kernelEvents().known();
        boolean fell = facts.kernelEvents().or(List.of()).stream()
                .anyMatch(event -> event.code() == OFF_THE_BUS
                        && booted.map(boot -> !event.at().isBefore(boot)).orElse(true));
        return missing().filter(why -> whole && !fell).map(why -> why + " since the boot at " + booted.orElseThrow());
    }

    /** Every GPU is on the bus, and the driver does not speak of all of them. */
    Optional<String> silent() {
        int answer = facts.hardware().gpus().or(List.of()).size();
        int wanted = goal.profile().expectedGpus();
        return answer >= wanted || missing().isPresent()
                ? Optional.empty()
                : Optional.of(answer + " of " + wanted + " GPUs answer"
                        + (facts.hardware().gpus().known()
                                ? ""
                                : ": " + facts.hardware().gpus().error()));
    }

    /** Rows to be remapped, or errors that a reset puts behind, of GPUs that work on. */
    Optional<String> waitsForDrain() {
        return said(java.util.stream.Stream.of(
                        rowsPending().map(gpus -> "row remap pending: " + gpus), asked(Care.RESET_WHEN_DRAINED))
                .flatMap(Optional::stream)
                .toList());
    }

    /** Cordoned by one of our runs, as its mark says, on the node or in Slurm's reason: its next drain is now, and what led here was a gate. */
    private boolean ours() {
        return facts.details()
                .outside()
                .scheduling()
                .value()
                .filter(view -> view.annotations().entrySet().stream()
                        .anyMatch(mark -> mark.getKey().endsWith("owner")
                                || mark.getValue().startsWith("slipway:")))
                .isPresent();
    }

    Optional<String> waitedForDrain() {
        return waitsForDrain().filter(why -> ours());
    }

    Optional<String> handedOver() {
        return ours() ? Optional.of("the node is out of service by a run of ours") : Optional.empty();
    }

    Optional<String> unjudged() {
        return said(ShortList.of(routed.xids().unjudged(), 4));
    }
}
