package dev.slipway.simulator.node;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kernel log of the running boot and the one before, oldest first. Its lines are numbered, and stamped by the
 * node's own clock, which may be wrong.
 */
public final class KernelLog {
    private final List<Line> lines = new ArrayList<>();
    private final List<Line> everWritten = new ArrayList<>();
    private Optional<Instant> begins = Optional.empty();
    private Duration ahead = Duration.ZERO;
    private long end;
    private long lastLost;
    private long lastOfOlderBoots;

    /** One message, without the time stamp that tools put before it. */
    public record Line(long number, Instant at, String text) {
        public Line(Instant at, String text) {
            this(0, at, text);
        }
    }

    void add(Instant at, String text) {
        end++;
        lines.add(new Line(end, shown(at), text));
        everWritten.add(new Line(end, at, text));
    }

    /** Returns what the node's clock shows at this instant. */
    public Instant shown(Instant at) {
        return at.plus(ahead);
    }

    /** The node's clock is ahead by this (negative: behind); what is logged from now on bears that time. */
    public void clockAhead(Duration by) {
        ahead = by;
    }

    /** The lines of the boot that runs by the time that they bear, as {@code journalctl -k --since} gives them. */
    public List<Line> since(Instant from) {
        return ofThisBoot().stream().filter(l -> !l.at().isBefore(from)).toList();
    }

    /** The lines after the one with this number, whatever time they bear. */
    public List<Line> after(long number) {
        return lines.stream().filter(l -> l.number() > number).toList();
    }

    public List<Line> ofThisBoot() {
        return after(lastOfOlderBoots);
    }

    /** The number of the last line so far. */
    public long end() {
        return end;
    }

    /** Returns whether the line with this number, and so all after it, is still kept. */
    public boolean keeps(long number) {
        return number > lastLost;
    }

    public List<Line> between(Instant from, Instant to) {
        return lines.stream()
                .filter(l -> !l.at().isBefore(from) && l.at().isBefore(to))
                .toList();
    }

    /** All that the node ever logged, at the moments when it truly did: for an onlooker, who needs no journal. */
    public List<Line> everWritten() {
        return List.copyOf(everWritten);
    }

    /** Removes what was logged before {@code kept}; the next boot's log is whole again. */
    void vacuum(Instant kept) {
        lines.stream()
                .filter(line -> line.at().isBefore(kept))
                .mapToLong(Line::number)
                .max()
                .ifPresent(last -> lastLost = last);
        lines.removeIf(line -> line.number() <= lastLost);
        begins = Optional.of(kept);
        add(kept, "perf: interrupt took too long (2510 > 2500)");
    }

    void booted() {
        begins = Optional.empty();
        lastOfOlderBoots = end;
    }

    /** Returns when the kept log of this boot begins, where that is later than the boot. */
    public Optional<Instant> begins() {
        return begins;
    }
}
