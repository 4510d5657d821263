package dev.slipway.runbook;

/** The node is to be left cordoned for a person. Only the frame catches it. */
final class HoldWanted extends RuntimeException {
    private final boolean failed;

    HoldWanted(String reason) {
        this(reason, false);
    }

    /** With {@code failed} where a step is known to have failed, and nobody was asked what then. */
    HoldWanted(String reason, boolean failed) {
        super(reason);
        this.failed = failed;
    }

    boolean failed() {
        return failed;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
