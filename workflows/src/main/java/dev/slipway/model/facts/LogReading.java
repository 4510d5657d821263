package dev.slipway.model.facts;

import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * Holds what one reading of a node says of the kernel's log: where it ended, what stands in it against the node after
 * the act's mark, and the lines of the driver there of which nobody knows what they say, the first {@value #LINES} of
 * them.
 */
public record LogReading(LogPosition end, Reading<List<String>> errors, List<String> unknownLines) {
    /** So many lines that nobody knows are named at once. */
    public static final int LINES = 20;

    /** A reading that was kept before such lines were read names none. */
    public LogReading {
        unknownLines = Optional.ofNullable(unknownLines).orElse(List.of());
    }

    /** A reading of a log of which every line is known. */
    public LogReading(LogPosition end, Reading<List<String>> errors) {
        this(end, errors, List.of());
    }

    /** Answers gate G3 as far as the log shows it: unknown is no pass. */
    public GateResult gate() {
        if (!errors.known()) {
            return new GateResult("G3", Verdict.INFRASTRUCTURE, "the kernel log could not be read: " + errors.error());
        }
        List<String> against = errors.or(List.of());
        return against.isEmpty()
                ? new GateResult("G3", Verdict.PASS, "no error in the kernel log since the last change or boot")
                : new GateResult(
                        "G3",
                        Verdict.FAIL,
                        "in the kernel log since the last change or boot: " + String.join(", ", against));
    }
}
