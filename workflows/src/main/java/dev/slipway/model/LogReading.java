package dev.slipway.model;

import java.util.List;

/**
 * What one reading of a node says of the kernel's log: where it ended, and what stands in it against the node after the
 * act's mark.
 */
public record LogReading(LogPosition end, Reading<List<String>> errors) {

    /** Gate G3 as far as the log tells it: unknown is no pass. */
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
