package dev.slipway.facts.kernel;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Determines which boot each line of a log belongs to, counted from 1; 0 for all lines if nothing shows a boot. A boot
 * begins with journald's mark, with the kernel's first line, or when the seconds since boot go back.
 */
public final class LogBoots {
    private static final Pattern MARK = Pattern.compile("^-- (?:Re)?[Bb]oot\\b");
    private static final Pattern FIRST = Pattern.compile("\\bLinux version [0-9]+\\.[0-9]");
    private static final Pattern UPTIME = LogClock.UPTIME;

    /** Lines of several processors may change places; none waits this long. */
    private static final long SECONDS_OUT_OF_ORDER = 60;

    /** The kernel's name is not always its very first line. */
    private static final int LINES_OF_A_START = 10;

    private final int[] boots;
    private int count;
    private long uptime = -1;
    private int sinceStart = LINES_OF_A_START;

    LogBoots(List<String> lines) {
        boots = new int[lines.size()];
        for (int at = 0; at < boots.length; at++) {
            if (starts(lines.get(at))) {
                count += count == 0 && at > 0 ? 2 : 1;
                sinceStart = 0;
            }
            sinceStart++;
            boots[at] = count;
        }
        for (int at = 0; at < boots.length && count > 0 && boots[at] == 0; at++) {
            boots[at] = 1;
        }
    }

    private boolean starts(String line) {
        boolean marked = MARK.matcher(line).find();
        boolean first = FIRST.matcher(line).find() && sinceStart >= LINES_OF_A_START;
        long before = marked || first ? -1 : uptime;
        Optional<Long> now = seconds(line);
        uptime = now.orElse(before);
        return marked || first || before - now.orElse(before) > SECONDS_OUT_OF_ORDER;
    }

    private static Optional<Long> seconds(String line) {
        Matcher uptime = UPTIME.matcher(line);
        return uptime.find() ? Optional.of(Long.parseLong(uptime.group(1))) : Optional.empty();
    }

    /** Returns whether this line itself marks the begin of a boot: journald's mark or the kernel's first line. */
    public static boolean begins(String line) {
        return MARK.matcher(line).find() || FIRST.matcher(line).find();
    }

    /** Returns the boot of the line at this index of the list. */
    int of(int at) {
        return boots[at];
    }

    /** Returns how many boots there are; 0 if nothing shows it. */
    int count() {
        return count;
    }
}
