package dev.slipway.activities.gates;

import dev.slipway.model.KernelEvent;
import dev.slipway.route.XidCatalogue;
import java.time.Instant;
import java.util.List;

/**
 * XIDs and SXids that speak against a node, bounded by time, never by what the log happens to hold. An XID that a program
 * caused, such as one that was stopped by a drain, says nothing about the node; nor does one that only informs.
 */
final class KernelErrors {
    private KernelErrors() {}

    static List<String> since(Instant t0, List<KernelEvent> events) {
        return events.stream()
                .filter(event -> !event.at().isBefore(t0) && ofTheNode(event))
                .map(event -> (event.nvswitch() ? "SXid " : "XID ") + event.code() + " on " + event.bdf() + " at "
                        + event.at())
                .toList();
    }

    private static boolean ofTheNode(KernelEvent event) {
        return event.nvswitch() || XidCatalogue.of(event.code()).speaksAgainstTheNode();
    }
}
