package dev.slipway.model.facts;

import dev.slipway.model.gpu.XidEvent;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's log of the boot that runs. {@code end} is where it ended when it was read. {@code events} are those
 * after the place that the reader named, and {@code gap} says why they may not be all; empty where they are. {@code
 * unknownLines} are lines of the driver after that place of which nobody knows what they say, without what differs
 * between GPUs, boots and nodes.
 */
public record BootLog(Reading<LogPosition> end, Reading<List<XidEvent>> events, String gap, List<String> unknownLines) {

    /** A log that was kept before such lines were read names none. */
    public BootLog {
        unknownLines = Optional.ofNullable(unknownLines).orElse(List.of());
    }

    /** A log of which every line is known. */
    public BootLog(Reading<LogPosition> end, Reading<List<XidEvent>> events, String gap) {
        this(end, events, gap, List.of());
    }

    /** Neither was read, for one reason. */
    public static BootLog unread(String reason) {
        return new BootLog(Reading.unknown(reason), Reading.unknown(reason), "");
    }

    /** Returns where a later reader begins: the end of the log, else the begin of {@code bootId}. */
    public LogPosition endOr(String bootId) {
        return end.value().orElseGet(() -> LogPosition.beginOf(bootId));
    }
}
