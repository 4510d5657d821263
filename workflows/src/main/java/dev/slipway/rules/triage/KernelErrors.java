package dev.slipway.rules.triage;

import dev.slipway.model.ShortList;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.util.List;

/**
 * Finds what counts against a node in a kernel's log: XIDs, SXids, and failures of the driver that have no number. An
 * XID that a program caused, such as one that was stopped by a drain, does not count; nor does one that only informs.
 */
public final class KernelErrors {
    private static final int MOST = 5;

    private KernelErrors() {}

    /**
     * Returns a few lines, each with its time, and how many more there are; unknown if the log was not read completely
     * and shows none.
     */
    public static Reading<List<String>> in(BootLog log) {
        if (!log.events().known()) {
            return Reading.unknown(log.events().error());
        }
        List<String> errors = log.events().or(List.of()).stream()
                .filter(KernelErrors::ofTheNode)
                .map(KernelErrors::words)
                .toList();
        return errors.isEmpty() && !log.gap().isBlank()
                ? Reading.unknown(log.gap())
                : Reading.of(ShortList.of(errors, MOST));
    }

    private static String words(XidEvent event) {
        if (event.code() == 0) {
            return event.text() + " at " + event.at();
        }
        return (event.nvswitch() ? "SXid " : "XID ") + event.code() + " on " + event.bdf() + " at " + event.at();
    }

    private static boolean ofTheNode(XidEvent event) {
        return event.nvswitch() || XidCatalogue.of(event.code()).speaksAgainstTheNode();
    }
}
