package dev.slipway.runbook;

/** A gate was answered with no: the run ends without having touched the node, or gives it back as found. */
public final class GateClosed extends RuntimeException {
    private final boolean givesWay;

    public GateClosed(String reason) {
        this(reason, false);
    }

    private GateClosed(String reason, boolean givesWay) {
        super(reason);
        this.givesWay = givesWay;
    }

    /** Not now: work on the node comes first. */
    static GateClosed givingWay(String reason) {
        return new GateClosed(reason, true);
    }

    /** Whether the node is worth another try later. */
    boolean givesWay() {
        return givesWay;
    }

    /** The objections, for a person. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
