package dev.slipway.model;

import java.util.Locale;
import java.util.Optional;

/**
 * Holds the answer of one gate, such as {@code G5}, with what was seen, and the boot that the node ran when it was
 * read: an answer proves nothing for any other boot. {@code bootId} is empty if nothing was read from the node.
 */
public record GateResult(String gate, Verdict verdict, String detail, String bootId) {

    /** Accepts an answer from before gates named their boot: it is empty. */
    public GateResult {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** Creates an answer without a reading of the node. */
    public GateResult(String gate, Verdict verdict, String detail) {
        this(gate, verdict, detail, "");
    }

    /** Returns the same answer, read under that boot. */
    public GateResult under(String boot) {
        return new GateResult(gate, verdict, detail, boot);
    }

    /** Returns the same answer, with more detail. */
    public GateResult adding(String more) {
        return new GateResult(gate, verdict, detail + more, bootId);
    }

    @Override
    public String toString() {
        return gate + " " + verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + detail;
    }
}
