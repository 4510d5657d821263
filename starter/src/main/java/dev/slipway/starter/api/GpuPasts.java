package dev.slipway.starter.api;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rules.triage.RecurrenceRules;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.GpuHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Returns what happened to GPUs, by serial, in any node, and what that requires. It only reads. */
final class GpuPasts {
    /** Limits how much of a board's past is shown. Two reboots for one XID count however far apart they are. */
    private static final Duration TOLD = Duration.ofDays(365);

    private static final int SHOWN = 20;

    private final Installation installation;

    GpuPasts(Installation installation) {
        this.installation = installation;
    }

    /** Returns the GPU of that serial with all its events; empty if nothing ever happened to it. */
    Optional<GpuHistory> of(String serial) {
        Instant now = installation.now();
        List<GpuEvent> events = installation.ledger().gpuHistory().of(serial, now.minus(TOLD));
        return events.isEmpty() ? Optional.empty() : Optional.of(past(serial, events, now, events.size()));
    }

    /** Returns the GPUs of a node to which something happened, including those that are silent now; by serial. */
    List<GpuHistory> of(NodeRef node) {
        Map<String, List<GpuEvent>> bySerial =
                facts(node).map(facts -> installation.ledger().facts().gpusPast(facts)).orElse(List.of()).stream()
                        .collect(Collectors.groupingBy(GpuEvent::serial, TreeMap::new, Collectors.toList()));
        List<GpuHistory> pasts = new ArrayList<>();
        bySerial.forEach((serial, events) -> pasts.add(past(serial, events, installation.now(), SHOWN)));
        return pasts;
    }

    /** Returns whether the stored facts of a node name a GPU of that serial. */
    boolean sits(String serial, NodeRef node) {
        return facts(node)
                .filter(facts -> facts.hardware().gpus().or(List.of()).stream()
                        .map(Gpu::serial)
                        .anyMatch(serial::equals))
                .isPresent();
    }

    private Optional<NodeFacts> facts(NodeRef node) {
        return installation
                .ledger()
                .facts()
                .latest(node)
                .flatMap(ref -> installation.ledger().facts().byId(ref.id()));
    }

    private static GpuHistory past(String serial, List<GpuEvent> events, Instant now, int shown) {
        List<GpuEvent> newest = events.stream()
                .sorted(Comparator.comparing(GpuEvent::at).reversed())
                .toList();
        NodeRef last = newest.getFirst().node();
        return new GpuHistory(
                serial,
                last.cluster(),
                last.name(),
                RecurrenceRules.of(events, now).stream().map(GpuPasts::asks).toList(),
                newest.stream().limit(shown).map(GpuPasts::event).toList(),
                Math.max(0, newest.size() - shown));
    }

    private static String asks(RecurrenceRules.Repeat repeat) {
        return switch (repeat.wanted()) {
            case INSPECTION -> "repeat offender, a person must look at it: " + repeat.why();
            case RMA -> "repeat offender, to be replaced: " + repeat.why();
        };
    }

    private static GpuHistory.Event event(GpuEvent event) {
        return new GpuHistory.Event(
                event.at().toString(),
                event.kind().name().toLowerCase(Locale.ROOT),
                event.sentence(),
                event.node().toString());
    }
}
