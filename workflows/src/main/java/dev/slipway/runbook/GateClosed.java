package dev.slipway.runbook;

/** A gate was answered with no: the run ends without having touched the node, or gives it back as found. */
public final class GateClosed extends RuntimeException {
    public GateClosed(String reason) {
        super(reason);
    }

    /** The objections, for a person. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
