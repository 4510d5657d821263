package dev.slipway.model;

import java.util.List;

/**
 * The kernel's log of the boot that runs. {@code end} is where it ended when it was read. {@code events} are those
 * after the place that the reader named, and {@code gap} says why they may not be all; empty where they are.
 */
public record BootLog(Reading<LogPosition> end, Reading<List<KernelEvent>> events, String gap) {

    /** Neither was read, for one reason. */
    public static BootLog unread(String reason) {
        return new BootLog(Reading.unknown(reason), Reading.unknown(reason), "");
    }

    /** Where a later reader begins: the end of the log, else the begin of {@code bootId}. */
    public LogPosition endOr(String bootId) {
        return end.value().orElseGet(() -> LogPosition.beginOf(bootId));
    }
}
