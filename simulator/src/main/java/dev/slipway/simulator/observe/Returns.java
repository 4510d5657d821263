package dev.slipway.simulator.observe;

import dev.slipway.simulator.kubernetes.AuditEntry;
import dev.slipway.simulator.node.NodeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Nodes that were made schedulable, and whether the machine had shown by then that it is whole. */
final class Returns {
    private static final Set<NodeEvent.Kind> CHANGING =
            Set.of(NodeEvent.Kind.BOOTED, NodeEvent.Kind.TRANSACTION, NodeEvent.Kind.SERVICE, NodeEvent.Kind.SETTINGS);
    private static final Set<String> PROOFS = Set.of("all_reduce_perf", "dcgmi diag -r 3");

    private Returns() {}

    /** A line for each return of {@code node} whose last change no test of the whole node came after. */
    static List<String> unproven(String node, List<AuditEntry> requests, List<NodeEvent> events) {
        List<String> unproven = new ArrayList<>();
        for (AuditEntry entry : requests) {
            boolean returns = Outages.node(entry).equals(Optional.of(node))
                    && Outages.unschedulable(entry).equals(Optional.of(false));
            if (!returns) {
                continue;
            }
            List<NodeEvent> before =
                    events.stream().filter(e -> e.at().isBefore(entry.at())).toList();
            Optional<NodeEvent> change =
                    before.stream().filter(e -> CHANGING.contains(e.kind())).reduce((first, second) -> second);
            change.map(last -> missing(last, before))
                    .filter(missing -> !missing.isEmpty())
                    .ifPresent(missing -> unproven.add(node + " was made schedulable without " + missing + " since "
                            + change.get().kind() + " (" + change.get().detail() + ")"));
        }
        return unproven;
    }

    private static Set<String> missing(NodeEvent last, List<NodeEvent> events) {
        Set<String> missing = new TreeSet<>(PROOFS);
        events.stream()
                .filter(e -> e.kind() == NodeEvent.Kind.PROVED && e.number() > last.number())
                .forEach(e -> missing.remove(e.detail()));
        return missing;
    }
}
