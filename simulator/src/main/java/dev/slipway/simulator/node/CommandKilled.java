package dev.slipway.simulator.node;

/** The command that ran was killed, or its node went down under it. */
public final class CommandKilled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandKilled(String what) {
        super(what);
    }
}
