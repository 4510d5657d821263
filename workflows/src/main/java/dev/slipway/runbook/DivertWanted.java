package dev.slipway.runbook;

/** The node needs another runbook, whose slug is the message, and why. Only the frame catches it. */
final class DivertWanted extends RuntimeException {
    private final String why;

    DivertWanted(String slug, String why) {
        super(slug);
        this.why = why;
    }

    String why() {
        return why;
    }

    String slug() {
        return String.valueOf(getMessage());
    }
}
