package dev.slipway.activities.ssh;

import java.nio.charset.StandardCharsets;

/** What a command on a node answered, to its end. {@code cut}: there was more output than was kept. */
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

    /** The exit status; 255 where a signal ended the command. */
    public int exit() {
        return exit;
    }

    /** Whether the command said that it succeeded. */
    public boolean ok() {
        return exit == 0;
    }

    /** Whether there was more output than was kept. */
    public boolean cut() {
        return cut;
    }

    /** A copy of standard output. */
    public byte[] bytes() {
        return out.clone();
    }

    /** Standard output as text. */
    public String out() {
        return new String(out, StandardCharsets.UTF_8);
    }

    /** Standard error as text. */
    public String err() {
        return new String(err, StandardCharsets.UTF_8);
    }

    /** Exit status and the last line that says something, for a person. */
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
