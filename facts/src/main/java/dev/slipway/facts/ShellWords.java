package dev.slipway.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Quotes and splits the words of a POSIX shell line. {@code split(join(words))} gives the same words back, whatever
 * they hold.
 */
public final class ShellWords {
    private static final String REFUSED = ";|&<>()$`*?[\n";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean open;
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /** Returns the word as a shell reads it back unchanged. A word with a NUL is refused: no argument can hold one. */
    public static String quote(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a word with a NUL byte cannot be an argument");
        }
        boolean plain = !word.isEmpty() && word.chars().allMatch(ShellWords::plain);
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns the words as one command line, each quoted. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    /** Returns the words as one command line, each quoted. */
    public static String join(String... words) {
        return join(List.of(words));
    }

    /**
     * Returns the words of a line that is one plain command. A line that would make a shell do more than run one
     * command with fixed words (operators, expansions, globs outside quotes) or that ends inside a quote is refused
     * with {@link IllegalArgumentException}.
     */
    public static List<String> split(String line) {
        return new ShellWords(line).read();
    }

    private static boolean plain(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || "_@%+:,./-".indexOf(c) >= 0);
    }

    private List<String> read() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            switch (c) {
                case ' ', '\t' -> end();
                case '\'' -> single();
                case '"' -> twice();
                case '\\' -> escaped();
                default -> bare(c);
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

    private void single() {
        int close = line.indexOf('\'', at);
        if (close < 0) {
            throw refused("a quote that is not closed");
        }
        add(line.substring(at, close));
        at = close + 1;
    }

    private void twice() {
        add("");
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return;
            } else if (c == '$' || c == '`') {
                throw refused("an expansion");
            } else if (c == '\\' && at < line.length() && "$`\"\\\n".indexOf(line.charAt(at)) >= 0) {
                escaped();
            } else {
                word.append(c);
            }
        }
        throw refused("a quote that is not closed");
    }

    private void escaped() {
        if (at >= line.length()) {
            throw refused("a backslash at its end");
        }
        char c = line.charAt(at++);
        if (c != '\n') {
            add(String.valueOf(c));
        }
    }

    private void bare(char c) {
        if (REFUSED.indexOf(c) >= 0 || (!open && (c == '#' || c == '~'))) {
            throw refused("an unquoted " + (c == '\n' ? "line end" : c));
        }
        add(String.valueOf(c));
    }

    private void add(String text) {
        word.append(text);
        open = true;
    }

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("not one plain command: the line has " + what);
    }
}
