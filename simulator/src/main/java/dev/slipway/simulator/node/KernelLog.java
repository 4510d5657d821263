package dev.slipway.simulator.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The kernel log of the running boot and the one before, oldest first. */
public final class KernelLog {
    private final List<Line> lines = new ArrayList<>();

    /** One message, without the time stamp that tools put before it. */
    public record Line(Instant at, String text) {}

    void add(Instant at, String text) {
        lines.add(new Line(at, text));
    }

    public List<Line> since(Instant from) {
        return lines.stream().filter(l -> !l.at().isBefore(from)).toList();
    }
}
