package dev.slipway.activities.gates;

import dev.slipway.model.KernelEvent;
import java.time.Instant;
import java.util.List;

/** XIDs and SXids bounded by time, never by what the log happens to hold. */
final class KernelErrors {
    private KernelErrors() {}

    static List<String> since(Instant t0, List<KernelEvent> events) {
        return events.stream()
                .filter(event -> !event.at().isBefore(t0))
                .map(event -> (event.nvswitch() ? "SXid " : "XID ") + event.code() + " on " + event.bdf() + " at "
                        + event.at())
                .toList();
    }
}
