package dev.slipway.rules.triage;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Extracts from facts what happened to each GPU, by serial. Events of programs are left out, and those without a
 * certain time, which would be another event at each reading.
 */
public final class GpuEvents {
    private static final String SERIAL = "[0-9A-Za-z-]{4,64}";

    private GpuEvents() {}

    /** Returns the XIDs of the hardware. Safe to repeat: the same facts give the same events. */
    public static List<GpuEvent> xids(NodeFacts facts) {
        return xids(facts, Optional.empty());
    }

    /** Returns the same, with facts of the same machine that show which GPU was where one is silent now. */
    public static List<GpuEvent> xids(NodeFacts facts, Optional<NodeFacts> before) {
        Map<String, String> serials = serials(facts, before);
        return facts.kernelEvents().or(List.of()).stream()
                .filter(event -> counts(event) && !event.at().equals(facts.collectedAt()))
                .filter(event -> serials.containsKey(event.bdf()))
                .map(event -> new GpuEvent(
                        serials.getOrDefault(event.bdf(), ""),
                        GpuEvent.Kind.XID,
                        event.at(),
                        Integer.toString(event.code()),
                        facts.node()))
                .distinct()
                .toList();
    }

    /**
     * Returns the errors of programs whose job is known, with facts of the same machine that show which GPU was where
     * one is silent now and, in the same boot, who owned a process that is gone now.
     */
    public static List<GpuEvent> jobs(NodeFacts facts, Optional<NodeFacts> before, List<NodeFacts> earlier) {
        return Jobs.failed(facts, serials(facts, before), earlier);
    }

    private static Map<String, String> serials(NodeFacts facts, Optional<NodeFacts> before) {
        return Stream.concat(Stream.of(facts), before.stream())
                .flatMap(known -> known.hardware().gpus().or(List.of()).stream())
                .filter(gpu -> gpu.serial().matches(SERIAL))
                .collect(Collectors.toMap(Gpu::bdf, Gpu::serial, (first, second) -> first));
    }

    private static boolean counts(XidEvent event) {
        return !event.nvswitch() && XidCatalogue.of(event.code()).care().ofTheNode();
    }

    /**
     * Returns the reboot between two readings of a node, for each XID that a GPU had before it; none if the boot is the
     * same.
     */
    public static List<GpuEvent> reboots(NodeFacts before, NodeFacts now) {
        Optional<String> left = before.boot().map(Boot::bootId).value();
        Optional<String> runs = now.boot().map(Boot::bootId).value();
        Optional<Instant> at = now.details().bootedAt().value();
        if (left.isEmpty() || runs.isEmpty() || at.isEmpty() || left.equals(runs)) {
            return List.of();
        }
        List<GpuEvent> events = new ArrayList<>();
        for (GpuEvent xid : xids(before)) {
            GpuEvent reboot = new GpuEvent(xid.serial(), GpuEvent.Kind.REBOOT, at.get(), xid.detail(), now.node());
            if (!events.contains(reboot)) {
                events.add(reboot);
            }
        }
        return events;
    }
}
