package dev.slipway.runbook;

/** The node is to be rolled back. Only the frame catches it. */
final class RollBackWanted extends RuntimeException {
    RollBackWanted(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
