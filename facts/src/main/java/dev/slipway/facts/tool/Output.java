package dev.slipway.facts.tool;

import dev.slipway.facts.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Holds the output of a tool, as clean text and numbered lines, with its exit status if it is known. {@code cut} if
 * only the beginning was read because it is longer than anything that a tool prints.
 */
public record Output(String text, List<Line> lines, OptionalInt exit, boolean cut) {
    private static final int MOST_LINES = 50_000;

    /** Limits a line; JSON is one line of any length, and no other line of a tool is longer. */
    private static final int LONGEST_LINE = 16_000;

    /** Holds one line and its number, counted from 1. */
    public record Line(int number, String text) {

        public boolean blank() {
            return text.isBlank();
        }
    }

    /** Never throws: escapes, NUL and carriage returns are taken out, UTF-16 is known by its mark. */
    public static Output of(byte[] bytes, OptionalInt exit) {
        String text = decoded(bytes);
        List<Line> lines = new ArrayList<>();
        boolean cut = bytes.length > Text.LIMIT;
        for (int from = 0, end; from < text.length(); from = end + 1) {
            end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            String line = text.substring(from, end);
            if (lines.size() == MOST_LINES) {
                cut = true;
                break;
            }
            boolean tooLong = line.length() > LONGEST_LINE && !line.startsWith("{");
            cut |= tooLong;
            lines.add(new Line(lines.size() + 1, tooLong ? line.substring(0, LONGEST_LINE) : line));
        }
        return new Output(text, List.copyOf(lines), exit, cut);
    }

    private static String decoded(byte[] bytes) {
        if (bytes.length > 2 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xfe) {
            String wide = new String(bytes, 2, Math.min(bytes.length - 2, Text.LIMIT), StandardCharsets.UTF_16LE);
            return Text.clean(wide.getBytes(StandardCharsets.UTF_8));
        }
        String text = Text.clean(bytes);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** Returns the same exit status and these lines only, with the numbers they have. */
    public Output only(List<Line> kept) {
        String joined = String.join("\n", kept.stream().map(Line::text).toList());
        return new Output(joined, List.copyOf(kept), exit, cut);
    }

    /** Returns the lines that are not blank. */
    public List<Line> written() {
        return lines.stream().filter(l -> !l.blank()).toList();
    }

    /** Returns the first line that is not blank; empty text if there is none. */
    public String first() {
        return written().stream().map(l -> l.text().strip()).findFirst().orElse("");
    }
}
