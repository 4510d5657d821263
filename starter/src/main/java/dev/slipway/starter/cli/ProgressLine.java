package dev.slipway.starter.cli;

import java.io.PrintWriter;

/** One line that says how far something is, written over and over; gone when it ends. Says nothing unless wanted. */
final class ProgressLine {
    private final PrintWriter out;
    private final boolean wanted;
    private int width;

    ProgressLine(PrintWriter out, boolean wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** Whether a person looks on. */
    static boolean onTerminal() {
        return System.console().isTerminal();
    }

    void show(String text) {
        if (wanted) {
            out.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
            out.flush();
            width = text.length();
        }
    }

    void end() {
        if (width > 0) {
            show("");
            out.print("\r");
            out.flush();
            width = 0;
        }
    }
}
