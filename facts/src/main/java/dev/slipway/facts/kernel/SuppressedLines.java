package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognises lines in which the driver or the kernel reports that it suppressed lines: a missing error then proves
 * nothing.
 */
public final class SuppressedLines {
    private static final Pattern LIMITED = Pattern.compile("NVRM: Rate limiting");
    private static final Pattern SUPPRESSED = Pattern.compile("([0-9]{1,9}) (?:callbacks|messages) suppressed");
    private static final Pattern DROPPED =
            Pattern.compile("(?i)\\bmissed [0-9]+ kernel messages|/dev/kmsg buffer overrun|"
                    + "\\b[0-9]+ printk messages dropped|\\bmessages lost\\b");

    private SuppressedLines() {}

    /** Returns whether this line reports that not every line reached the log. */
    public static boolean in(String line) {
        return limited(line) || suppressed(line).isPresent() || dropped(line);
    }

    static boolean limited(String line) {
        return LIMITED.matcher(line).find();
    }

    /** Returns how many lines the kernel suppressed here. */
    static Optional<Long> suppressed(String line) {
        return Text.first(SUPPRESSED, line).map(Long::parseLong);
    }

    static boolean dropped(String line) {
        return DROPPED.matcher(line).find();
    }
}
