package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.tool.Output;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;

/** Holds one framed section of a script's answer: the exit status of its command and all its output. */
public final class Section {
    private final int exit;
    private final byte[] bytes;

    /** Creates a section with these bytes; 124 is the exit status of a command that ran into its time limit. */
    public Section(int exit, byte[] bytes) {
        this(exit, bytes, 0, bytes.length);
    }

    /** Creates a section with so many of these bytes. */
    Section(int exit, byte[] bytes, int from, int length) {
        this.exit = exit;
        this.bytes = Arrays.copyOfRange(bytes, from, from + length);
    }

    public int exit() {
        return exit;
    }

    /** Returns a copy of what the command printed, stdout and stderr together. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns how many bytes the command printed. */
    int length() {
        return bytes.length;
    }

    /** Returns what the command printed as text, terminal escapes and carriage returns taken out. */
    public String text() {
        return Text.clean(bytes);
    }

    /** Returns the same as the output of a tool. */
    Output output() {
        return Output.of(bytes, OptionalInt.of(exit));
    }

    /** Returns whether the command reported success; its answer may still be garbled. */
    public boolean ok() {
        return exit == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Section s && s.exit == exit && Arrays.equals(s.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return 31 * exit + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "exit " + exit + ", " + bytes.length + " bytes: "
                + Text.shorten(new String(bytes, StandardCharsets.UTF_8), 120);
    }
}
