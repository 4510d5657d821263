package dev.slipway.simulator.tools;

import java.util.ArrayList;
import java.util.List;

/** Splits a command line into words as a POSIX shell does, for words and quotes; nothing is expanded. */
public final class Words {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean open;
    private int at;

    private Words(String line) {
        this.line = line;
    }

    /** The words of {@code line}. Fails on a quote that is not closed and on what a shell would expand. */
    public static List<String> of(String line) {
        return new Words(line).split();
    }

    private List<String> split() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            switch (c) {
                case ' ', '\t', '\n' -> end();
                case '\'' -> single();
                case '"' -> quoted();
                case '\\' -> take(next());
                case ';', '&', '|', '<', '>', '$', '`', '(', ')', '*', '?' ->
                    throw new IllegalArgumentException("an unquoted " + c + " is not for this shell");
                default -> take(c);
            }
        }
        end();
        return List.copyOf(words);
    }

    private void end() {
        if (open) {
            words.add(word.toString());
            word.setLength(0);
            open = false;
        }
    }

    private void take(char c) {
        open = true;
        word.append(c);
    }

    private char next() {
        if (at >= line.length()) {
            throw new IllegalArgumentException("unexpected end of line");
        }
        return line.charAt(at++);
    }

    private void single() {
        int close = line.indexOf('\'', at);
        if (close < 0) {
            throw new IllegalArgumentException("Unterminated quoted string");
        }
        open = true;
        word.append(line, at, close);
        at = close + 1;
    }

    private void quoted() {
        open = true;
        for (char c = next(); c != '"'; c = next()) {
            if (c == '$' || c == '`') {
                throw new IllegalArgumentException("a quoted " + c + " is not for this shell");
            }
            take(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        if ("$`\"\\".indexOf(c) < 0) {
            take('\\');
        }
        return c;
    }
}
