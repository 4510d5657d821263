package dev.slipway.runbook;

/** The node needs another runbook, whose slug is the message. Only the frame catches it. */
final class DivertWanted extends RuntimeException {
    DivertWanted(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
