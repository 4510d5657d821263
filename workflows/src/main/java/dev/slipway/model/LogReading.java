package dev.slipway.model;

import java.util.List;

/**
 * Holds one reading of a node's kernel log: where it ended, and which of its lines after the act's mark count against
 * the node.
 */
public record LogReading(LogPosition end, Reading<List<String>> errors) {

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
