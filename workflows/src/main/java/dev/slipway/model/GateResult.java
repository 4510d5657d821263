package dev.slipway.model;

import java.util.Locale;
import java.util.Optional;

/**
 * The answer of one gate, e.g. {@code G5}, with what was seen, and the boot that the node ran when it was read: an
 * answer says nothing of any other boot. {@code bootId} is empty where nothing was asked of the node.
 */
public record GateResult(String gate, Verdict verdict, String detail, String bootId) {

    /** What was answered before gates told their boot has none. */
    public GateResult {
        bootId = Optional.ofNullable(bootId).orElse("");
    }

    /** An answer for which the node was not asked. */
    public GateResult(String gate, Verdict verdict, String detail) {
        this(gate, verdict, detail, "");
    }

    /** The same answer, read under that boot. */
    public GateResult under(String boot) {
        return new GateResult(gate, verdict, detail, boot);
    }

    /** The same answer, with more to be known of it. */
    public GateResult adding(String more) {
        return new GateResult(gate, verdict, detail + more, bootId);
    }

    @Override
    public String toString() {
        return gate + " " + verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + detail;
    }
}
