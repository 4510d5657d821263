package dev.slipway.simulator.tools;

import java.nio.charset.StandardCharsets;

/** Holds what a command prints and how it ends. */
public final class Answer {
    private final byte[] out;
    private final byte[] err;
    private final int exit;

    Answer(byte[] out, byte[] err, int exit) {
        this.out = out;
        this.err = err;
        this.exit = exit;
    }

    public byte[] out() {
        return out;
    }

    public byte[] err() {
        return err;
    }

    public int exit() {
        return exit;
    }

    public static Answer of(String out) {
        return new Answer(bytes(out), new byte[0], 0);
    }

    public static Answer of(byte[] out) {
        return new Answer(out, new byte[0], 0);
    }

    public static Answer failed(int exit, String err) {
        return new Answer(new byte[0], bytes(err), exit);
    }

    /** Returns both streams and the exit status. */
    public static Answer of(String out, String err, int exit) {
        return new Answer(bytes(out), bytes(err), exit);
    }

    /** Returns what a terminal would show: standard output, then standard error. */
    byte[] both() {
        byte[] all = java.util.Arrays.copyOf(out, out.length + err.length);
        System.arraycopy(err, 0, all, out.length, err.length);
        return all;
    }

    String text() {
        return new String(both(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
