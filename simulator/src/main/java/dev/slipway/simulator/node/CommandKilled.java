package dev.slipway.simulator.node;

/** Reports that the running command was killed, or that its node went down under it. */
public final class CommandKilled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandKilled(String what) {
        super(what);
    }
}
