package dev.slipway.model.node;

/** Words the command by which a person takes a node over that another run holds out of service. */
public final class Takeover {
    private Takeover() {}

    /** Returns the command as a person types it, with the reason left to fill in; {@code slug} names the runbook. */
    public static String command(String slug, NodeRef node) {
        return "slipway run " + slug + " --node " + node + " --adopt --reason …";
    }
}
