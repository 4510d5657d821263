package dev.slipway.simulator.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kernel log of the running boot and the one before, oldest first. */
public final class KernelLog {
    private final List<Line> lines = new ArrayList<>();
    private Optional<Instant> begins = Optional.empty();

    /** One message, without the time stamp that tools put before it. */
    public record Line(Instant at, String text) {}

    void add(Instant at, String text) {
        lines.add(new Line(at, text));
    }

    public List<Line> since(Instant from) {
        return lines.stream().filter(l -> !l.at().isBefore(from)).toList();
    }

    public List<Line> between(Instant from, Instant to) {
        return lines.stream()
                .filter(l -> !l.at().isBefore(from) && l.at().isBefore(to))
                .toList();
    }

    /** What was logged before {@code kept} is vacuumed; the next boot's log is whole again. */
    void vacuum(Instant kept) {
        lines.removeIf(line -> line.at().isBefore(kept));
        begins = Optional.of(kept);
    }

    void booted() {
        begins = Optional.empty();
    }

    /** When the kept log of this boot begins, where that is later than the boot. */
    public Optional<Instant> begins() {
        return begins;
    }
}
