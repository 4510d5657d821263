package dev.slipway.facts;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cleans text of tools into lines: terminal escapes, carriage returns and NUL removed, bounded in length. */
public final class Text {
    /** No tool that we read prints more; what is longer is cut, and its parser sees an answer that does not end. */
    public static final int LIMIT = 4 << 20;

    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]|\u001b[@-Z\\\\-_]|[\r\0]");

    /** Control characters but line ends and tabs, and marks that turn the direction of what follows. */
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069&&[^\n\t]]");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private Text() {}

    /**
     * Returns the text as a terminal may receive it: nothing in it moves the cursor, hides text or retitles a window.
     */
    public static String printable(String text) {
        return UNPRINTABLE.matcher(ESCAPES.matcher(text).replaceAll("")).replaceAll("");
    }

    /** Returns {@link #printable}, as one line of at most {@code limit} characters: for a name from outside. */
    public static String name(String text, int limit) {
        return shorten(printable(text), limit);
    }

    /**
     * Returns the text in these bytes, at most {@link #LIMIT} of them. Never throws: a byte that is no UTF-8 becomes
     * U+FFFD.
     */
    public static String clean(byte[] bytes) {
        String text = new String(bytes, 0, Math.min(bytes.length, LIMIT), StandardCharsets.UTF_8);
        // Nearly every output has none of them, and a fleet has many outputs.
        boolean plain = text.indexOf('\u001b') < 0 && text.indexOf('\r') < 0 && text.indexOf('\0') < 0;
        return plain ? text : ESCAPES.matcher(text).replaceAll("");
    }

    /** Returns the lines of a text without their ends. */
    public static List<String> lines(String text) {
        return text.lines().toList();
    }

    /** Returns one line of at most {@code limit} characters, for a reason or a summary. */
    public static String shorten(String text, int limit) {
        String bare = text.strip();
        String line = singleBlanks(bare) ? bare : BLANKS.matcher(bare).replaceAll(" ");
        return line.length() <= limit ? line : line.substring(0, limit - 1) + "…";
    }

    /** Nearly every line of a tool is one. */
    private static boolean singleBlanks(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c < ' ' || (c == ' ' && text.charAt(at + 1) == ' ')) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first group of the first match. */
    public static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
