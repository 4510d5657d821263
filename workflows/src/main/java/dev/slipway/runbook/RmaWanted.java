package dev.slipway.runbook;

/** A GPU of the node is to be replaced by a person. Only the frame catches it. */
final class RmaWanted extends RuntimeException {
    RmaWanted(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
