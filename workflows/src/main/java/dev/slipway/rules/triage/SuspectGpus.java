package dev.slipway.rules.triage;

import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.FaultStatus;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.model.gpu.GpuSuspect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the GPUs of a node that are at fault, by serial and bus address, never by index. Pure. */
public final class SuspectGpus {
    private final NodeFacts facts;
    private final Map<String, Gpu> places = new LinkedHashMap<>();
    private final Map<String, List<String>> why = new LinkedHashMap<>();
    private final Map<String, TreeSet<Integer>> xids = new LinkedHashMap<>();

    private SuspectGpus(NodeFacts facts) {
        this.facts = facts;
    }

    /**
     * Returns the GPUs that {@code signals} make suspect. {@code before} are facts of the same machine in which every
     * GPU answered, if stored: they name the GPUs that are silent now.
     */
    public static List<GpuSuspect> of(RoutingInput routingInput, Optional<NodeFacts> before) {
        SuspectGpus suspectGpus = new SuspectGpus(routingInput.facts());
        before.ifPresent(old -> suspectGpus.know(old));
        suspectGpus.know(routingInput.facts());
        before.ifPresent(suspectGpus::missing);
        TriageResult triageResult = TriageTable.route(routingInput);
        triageResult.xids().verdicts().stream()
                .filter(verdict ->
                        !verdict.device().nvswitch() && verdict.care().ofTheNode())
                .forEach(suspectGpus::verdict);
        triageResult.candidates().forEach(suspectGpus::candidate);
        suspectGpus
                .now()
                .forEach(gpu ->
                        troubles(routingInput.facts(), gpu).forEach(trouble -> suspectGpus.blame(gpu.bdf(), trouble)));
        return suspectGpus.why.keySet().stream().map(suspectGpus::suspect).toList();
    }

    /**
     * Returns whether the fault of this node's GPUs is over: all answer, and the driver recommends no action for any of
     * them.
     */
    public static FaultStatus status(NodeFacts facts, Baseline goal) {
        int wanted = goal.profile().expectedGpus();
        int bus = facts.hardware().gpusOnBus().or(0);
        List<String> left = new ArrayList<>();
        if (bus < wanted) {
            left.add(
                    facts.hardware().gpusOnBus().known()
                            ? bus + " of " + wanted + " GPUs on the bus"
                            : "the bus could not be read: "
                                    + facts.hardware().gpusOnBus().error());
        }
        List<Gpu> answer = facts.hardware().gpus().or(List.of());
        if (answer.size() < wanted) {
            left.add(answer.size() + " of " + wanted + " GPUs answer"
                    + (facts.hardware().gpus().known()
                            ? ""
                            : ": " + facts.hardware().gpus().error()));
        }
        answer.forEach(gpu -> troubles(facts, gpu).forEach(trouble -> left.add("GPU " + gpu.bdf() + ": " + trouble)));
        boolean off = facts.hardware().gpusOnBus().known() && bus < wanted;
        return new FaultStatus(left.isEmpty(), off, String.join("; ", left));
    }

    /** Returns why a GPU's SRAM requires its replacement: more uncorrectable errors in its life than a GPU may have. */
    public static Optional<String> sramWorn(NodeFacts facts, Gpu gpu) {
        return RmaCandidates.sramWorn(facts, gpu);
    }

    private List<Gpu> now() {
        return facts.hardware().gpus().or(List.of());
    }

    private void know(NodeFacts some) {
        some.hardware().gpus().or(List.of()).forEach(gpu -> places.put(gpu.bdf(), gpu));
    }

    private void missing(NodeFacts before) {
        List<String> answer = now().stream().map(Gpu::bdf).toList();
        if (facts.hardware().gpus().known()) {
            before.hardware().gpus().or(List.of()).stream()
                    .map(Gpu::bdf)
                    .filter(bdf -> !answer.contains(bdf))
                    .forEach(bdf -> blame(bdf, "it does not answer any more"));
        }
    }

    private void verdict(XidVerdict verdict) {
        String bdf = verdict.device().bdf();
        if (verdict.code() > 0) {
            xids.computeIfAbsent(bdf, none -> new TreeSet<>()).add(verdict.code());
        }
        blame(bdf, (verdict.code() > 0 ? "XID " + verdict.code() + ": " : "") + verdict.meaning());
    }

    private void candidate(RecurrenceRules.Repeat repeat) {
        places.values().stream()
                .filter(gpu -> gpu.serial().equals(repeat.serial()))
                .findFirst()
                .ifPresent(gpu -> blame(gpu.bdf(), repeat.why()));
    }

    private static List<String> troubles(NodeFacts facts, Gpu gpu) {
        return new GpuFindings(facts, gpu).troubles();
    }

    private void blame(String bdf, String reason) {
        List<String> reasons = why.computeIfAbsent(bdf, none -> new ArrayList<>());
        if (!reasons.contains(reason)) {
            reasons.add(reason);
        }
    }

    private GpuSuspect suspect(String bdf) {
        Optional<Gpu> gpu = Optional.ofNullable(places.get(bdf));
        return new GpuSuspect(
                gpu.map(Gpu::uuid).orElse(""),
                gpu.map(Gpu::serial).orElse(""),
                bdf,
                List.copyOf(xids.getOrDefault(bdf, new TreeSet<>())),
                why.getOrDefault(bdf, List.of()).stream().collect(Collectors.joining("; ")));
    }
}
