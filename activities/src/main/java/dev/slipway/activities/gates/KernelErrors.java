package dev.slipway.activities.gates;

import dev.slipway.model.KernelEvent;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * XIDs and SXids that speak against a node, bounded by time, never by what the log happens to hold. An XID that a program
 * caused, such as one that was stopped by a drain, says nothing about the node; nor does one that only informs.
 */
final class KernelErrors {
    /** NVIDIA's XID catalogue: "restart app" and "ignore" as immediate action. */
    private static final Set<Integer> OF_APPLICATIONS = Set.of(13, 31, 32, 39, 40, 41, 43, 45, 68, 69);

    private static final Set<Integer> INFORMATIONAL = Set.of(63, 121, 141, 152, 163, 164, 165);

    private KernelErrors() {}

    static List<String> since(Instant t0, List<KernelEvent> events) {
        return events.stream()
                .filter(event -> !event.at().isBefore(t0) && ofTheNode(event))
                .map(event -> (event.nvswitch() ? "SXid " : "XID ") + event.code() + " on " + event.bdf() + " at "
                        + event.at())
                .toList();
    }

    private static boolean ofTheNode(KernelEvent event) {
        return event.nvswitch() || !(OF_APPLICATIONS.contains(event.code()) || INFORMATIONAL.contains(event.code()));
    }
}
