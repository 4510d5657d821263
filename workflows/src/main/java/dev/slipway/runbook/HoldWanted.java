package dev.slipway.runbook;

/** The node is to be left cordoned for a person. Only the frame catches it. */
final class HoldWanted extends RuntimeException {
    HoldWanted(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
