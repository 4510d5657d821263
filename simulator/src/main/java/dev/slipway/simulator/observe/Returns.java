package dev.slipway.simulator.observe;

import dev.slipway.simulator.kubernetes.AuditEntry;
import dev.slipway.simulator.node.KernelLog;
import dev.slipway.simulator.node.NodeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the returns of one node to service: the machine must have shown by then that it is healthy, with a test of the
 * whole node after its last change, no crash under those tests, and no error of a GPU that nothing has ended since.
 */
record Returns(
        String node,
        boolean outAtFirst,
        List<AuditEntry> requests,
        List<NodeEvent> events,
        List<KernelLog.Line> kernelLog) {
    private static final Set<NodeEvent.Kind> CHANGING =
            Set.of(NodeEvent.Kind.BOOTED, NodeEvent.Kind.TRANSACTION, NodeEvent.Kind.SERVICE, NodeEvent.Kind.SETTINGS);
    private static final Set<String> PROOFS = Set.of("all_reduce_perf", "dcgmi diag -r 3");

    /** Lists what somebody did to the node on purpose, after which its tests begin again. */
    private static final Set<NodeEvent.Kind> MENDING = Set.of(
            NodeEvent.Kind.TRANSACTION,
            NodeEvent.Kind.REBOOT_STARTED,
            NodeEvent.Kind.IMAGE_WRITTEN,
            NodeEvent.Kind.GPU_RESET,
            NodeEvent.Kind.MODULES);

    /** Lists what ends an error of a GPU. */
    private static final Set<NodeEvent.Kind> ENDING = Set.of(
            NodeEvent.Kind.BOOTED, NodeEvent.Kind.IMAGE_WRITTEN, NodeEvent.Kind.GPU_RESET, NodeEvent.Kind.MODULES);

    /**
     * Takes the request into {@code out}, the nodes that are out of service, and returns whether it made one of them
     * schedulable again.
     */
    static boolean returns(AuditEntry entry, Set<String> out) {
        Optional<String> name = Outages.node(entry);
        Optional<Boolean> unschedulable = Outages.unschedulable(entry);
        if (name.isEmpty() || unschedulable.isEmpty()) {
            return false;
        }
        if (unschedulable.get()) {
            out.add(name.get());
            return false;
        }
        return out.remove(name.get());
    }

    /** Returns one line for each return without proof. The node's state before it left service is not checked. */
    List<String> unproven() {
        List<String> unproven = new ArrayList<>();
        List<AuditEntry> own = requests.stream()
                .filter(entry -> Outages.node(entry).equals(Optional.of(node)))
                .toList();
        Set<String> out = new HashSet<>(outAtFirst ? Set.of(node) : Set.of());
        Instant left = Instant.MIN;
        for (AuditEntry entry : own) {
            boolean wasOut = out.contains(node);
            if (returns(entry, out)) {
                unproven(left, entry.at()).forEach(why -> unproven.add(node + " was made schedulable " + why));
            } else if (!wasOut && out.contains(node)) {
                left = entry.at();
            }
        }
        return unproven;
    }

    private Stream<String> unproven(Instant left, Instant back) {
        List<NodeEvent> outside = events.stream()
                .filter(e -> e.at().isAfter(left) && e.at().isBefore(back))
                .toList();
        return Stream.of(untested(outside), crashed(outside), failing(left, back, outside))
                .flatMap(Optional::stream);
    }

    /** Returns an objection if no test of the whole node came after its last change. */
    private static Optional<String> untested(List<NodeEvent> before) {
        return last(before, CHANGING).flatMap(change -> {
            Set<String> missing = new TreeSet<>(PROOFS);
            before.stream()
                    .filter(e -> e.kind() == NodeEvent.Kind.PROVED && e.number() > change.number())
                    .forEach(e -> missing.remove(e.detail()));
            return missing.isEmpty()
                    ? Optional.empty()
                    : Optional.of("without " + missing + " since " + change.kind() + " (" + change.detail() + ")");
        });
    }

    /** It went down by accident after its tests had begun, and nothing was done to it since. */
    private static Optional<String> crashed(List<NodeEvent> before) {
        long mended = before.stream()
                .filter(e -> MENDING.contains(e.kind()) && !FleetObserver.accident(e))
                .mapToLong(NodeEvent::number)
                .max()
                .orElse(0);
        Optional<NodeEvent> crash = before.stream()
                .filter(e -> FleetObserver.accident(e) && e.number() > mended)
                .reduce((first, second) -> second);
        return crash.flatMap(down -> before.stream()
                .filter(e -> e.kind() == NodeEvent.Kind.TEST_STARTED)
                .filter(e -> e.number() > mended && e.number() < down.number())
                .map(test -> "although it went down (" + down.detail() + ") after " + test.detail()
                        + " began under an older boot")
                .findFirst());
    }

    /** An error of a GPU was logged since the node left service, and neither a boot nor a reset nor a load ended it. */
    private Optional<String> failing(Instant left, Instant back, List<NodeEvent> before) {
        Instant from = last(before, ENDING).map(NodeEvent::at).orElse(left);
        String codes = kernelLog.stream()
                .filter(line -> line.at().isAfter(from) && line.at().isBefore(back))
                .flatMap(line -> GpuErrors.code(line.text()).stream())
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        return codes.isEmpty() ? Optional.empty() : Optional.of("after XID " + codes + " that nothing ended");
    }

    private static Optional<NodeEvent> last(List<NodeEvent> events, Set<NodeEvent.Kind> kinds) {
        return events.stream().filter(e -> kinds.contains(e.kind())).reduce((first, second) -> second);
    }
}
