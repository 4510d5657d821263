package dev.slipway.starter.cli;

import dev.slipway.facts.Text;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;

/** Shows the progress in one line, which is overwritten, and removed at the end. It prints nothing unless requested. */
final class ProgressLine {
    private final PrintWriter out;
    private final boolean wanted;
    private int width;

    ProgressLine(PrintWriter out, boolean wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** Returns whether a person watches. */
    static boolean onTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    void show(String text) {
        if (wanted) {
            String line = Text.printable(text).replace('\n', ' ');
            out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
            out.flush();
            width = line.length();
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
