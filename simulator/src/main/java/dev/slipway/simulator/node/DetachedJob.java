package dev.slipway.simulator.node;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** Work that runs on the node without its starter: it outlives a dropped connection, but not a reboot. */
public final class DetachedJob {
    private static final int KEPT = 1 << 20;

    private final StringBuilder output = new StringBuilder();
    private OptionalInt exit = OptionalInt.empty();
    private boolean lost;

    public void print(String text) {
        if (output.length() < KEPT) {
            output.append(text);
        }
    }

    public void exited(int code) {
        exit = OptionalInt.of(code);
    }

    /** Ends the work without a trace of its end. */
    public void lose() {
        lost = exit.isEmpty();
    }

    public boolean lost() {
        return lost;
    }

    /** The first line that a poll prints. */
    public String state() {
        if (lost) {
            return "state lost";
        }
        return exit.isPresent() ? "state exited " + exit.getAsInt() : "state running";
    }

    /** The last {@code max} bytes of the output. */
    public byte[] tail(int max) {
        byte[] all = output.toString().getBytes(StandardCharsets.UTF_8);
        return all.length <= max ? all : java.util.Arrays.copyOfRange(all, all.length - max, all.length);
    }
}
