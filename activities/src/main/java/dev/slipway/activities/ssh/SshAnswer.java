package dev.slipway.activities.ssh;

import java.nio.charset.StandardCharsets;

/** Holds the answer of a command on a node, to its end. {@code cut}: there was more output than was read. */
public final class SshAnswer {
    private final int exit;
    private final byte[] out;
    private final byte[] err;
    private final boolean cut;

    SshAnswer(int exit, byte[] out, byte[] err, boolean cut) {
        this.exit = exit;
        this.out = out;
        this.err = err;
        this.cut = cut;
    }

    /** Returns the exit status; 255 if a signal ended the command. */
    public int exit() {
        return exit;
    }

    /** Returns whether the command reported success. */
    public boolean ok() {
        return exit == 0;
    }

    /** Returns whether there was more output than was read. */
    public boolean cut() {
        return cut;
    }

    /** Returns a copy of standard output. */
    public byte[] bytes() {
        return out.clone();
    }

    /** Returns standard output as text. */
    public String out() {
        return new String(out, StandardCharsets.UTF_8);
    }

    /** Returns standard error as text. */
    public String err() {
        return new String(err, StandardCharsets.UTF_8);
    }

    /** Returns exit status and the last line that is not blank, for a person. */
    public String fault() {
        String said = err().isBlank() ? out() : err();
        return "exit " + exit
                + said.lines()
                        .filter(l -> !l.isBlank())
                        .reduce((a, b) -> b)
                        .map(l -> ": " + l.strip())
                        .orElse("");
    }

    @Override
    public String toString() {
        return fault();
    }
}
