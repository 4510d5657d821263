package dev.slipway.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes lines that stay, and one table below them. On a terminal the table is drawn again in its place until a line is
 * said: then it stays too, and the next one begins below that line. Nothing is wider than the terminal.
 */
final class Screen {
    /** A line that wrapped would be two, and the table would be drawn again at the wrong place. */
    private static final String CLIP = "\033[?7l";

    private static final String WRAP = "\033[?7h";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private final PrintStream out;
    private final Size size;
    private int drawn;

    Screen(PrintStream out, Size size) {
        this.out = out;
        this.size = size;
    }

    /** Describes how many lines and columns are seen at once. */
    record Size(int rows, int columns) {
        /** Is that of a file: it has no rows, and lines of any length. */
        static final Size ENDLESS = new Size(0, Integer.MAX_VALUE);

        private static final Size USUAL = new Size(24, 80);
        private static final Pattern ROWS_COLUMNS = Pattern.compile("([1-9]\\d{0,3}) ([1-9]\\d{0,3})");

        /** Returns the size of the terminal that the process runs in; the usual one where that is not known. */
        static Size ofTerminal() {
            try {
                Process stty = new ProcessBuilder("stty", "size")
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return parsed(new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                return USUAL;
            }
        }

        /** Takes what {@code stty size} prints. */
        static Size parsed(String printed) {
            Matcher match = ROWS_COLUMNS.matcher(printed.strip());
            return match.matches()
                    ? new Size(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)))
                    : USUAL;
        }
    }

    boolean isTerminal() {
        return size.rows() > 0;
    }

    /** Writes a text that stays; lines that are too long are broken between words. */
    void say(String text) {
        drawn = 0;
        for (String line : text.split("\n", -1)) {
            out.println(broken(line));
        }
    }

    /** Writes a line that stays; a line that is too long is cut. */
    void line(String line) {
        drawn = 0;
        out.println(fitting(line));
    }

    /** Draws the table, over the one before if nothing was said since; rows that find no room are counted. */
    void draw(List<String> table) {
        // The cursor stands below the table, and reaches its first line only if both are seen.
        int room = Math.max(2, size.rows() - 1);
        List<String> shown = new ArrayList<>(table);
        if (table.size() > room) {
            shown = new ArrayList<>(table.subList(0, room - 1));
            shown.add("… and " + (table.size() - room + 1) + " more");
        }
        StringBuilder text = new StringBuilder(CLIP);
        if (drawn > 0) {
            text.append("\033[").append(drawn).append('A');
        }
        for (String line : shown) {
            text.append(CLEAR_LINE).append(fitting(line)).append(System.lineSeparator());
        }
        out.print(text.append(CLEAR_BELOW).append(WRAP));
        out.flush();
        drawn = shown.size();
    }

    /** Returns a text of at most {@code width} characters; a cut one ends with "…". */
    static String cut(String text, int width) {
        return text.length() > width ? text.substring(0, width - 1) + "…" : text;
    }

    /** Returns one line that fits, whatever is in it. */
    private String fitting(String line) {
        return cut(CONTROL.matcher(line).replaceAll(" "), size.columns());
    }

    private String broken(String text) {
        if (text.length() <= size.columns()) {
            return text;
        }
        int blank = text.lastIndexOf(' ', size.columns());
        boolean breaks = blank > 0 && !text.substring(0, blank).isBlank();
        return breaks ? text.substring(0, blank) + System.lineSeparator() + broken(text.substring(blank + 1)) : text;
    }
}
