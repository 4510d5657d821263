package dev.slipway.facts.kernel;

import java.util.Optional;

/**
 * Classifies one line of a kernel log: the one answer for {@code slipway parse}, for the facts of a node and for the
 * gates.
 */
public sealed interface KernelLine {
    /** An XID or SXid with a code that can be read. */
    record Coded(XidLine error) implements KernelLine {}

    /** A line that names an XID or SXid, of a switch or not, without a code that can be read. */
    record Damaged(boolean ofSwitch) implements KernelLine {}

    /** A failure of the driver without a code. */
    record Failed(DriverFailure kind) implements KernelLine {}

    /** Any other line. */
    record Other() implements KernelLine {}

    /** Classifies a line. A code decides before words, since the text behind a code often repeats them. */
    static KernelLine of(String line) {
        Optional<XidLine> error = XidLine.of(line);
        if (error.isPresent()) {
            return new Coded(error.get());
        }
        if (XidLine.named(line)) {
            return new Damaged(line.contains("SXid"));
        }
        return DriverFailure.in(line).<KernelLine>map(Failed::new).orElseGet(Other::new);
    }

    /** Returns whether this line is an event of the GPUs or switches. */
    static boolean event(String line) {
        return switch (of(line)) {
            case Coded _ -> true;
            case Damaged _ -> true;
            case Failed failed -> failed.kind().event(line);
            case Other _ -> false;
        };
    }
}
