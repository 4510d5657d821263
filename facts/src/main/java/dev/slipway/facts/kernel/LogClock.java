package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the time stamp of a kernel log line. Seconds since boot need {@code boot}; a stamp without a year or without a
 * zone is no certain time, and {@code fallback} replaces it.
 */
public record LogClock(Optional<Instant> boot, Instant fallback) {
    private static final Pattern UNIX = Pattern.compile("^([0-9]{9,11})\\.([0-9]{1,9}) ");
    private static final Pattern ISO = Pattern.compile(
            "([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,][0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})");
    private static final Pattern LOCAL =
            Pattern.compile("^\\[[A-Z][a-z]{2} ([A-Z][a-z]{2} +[0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{4})]");
    static final Pattern UPTIME = Pattern.compile("^(?:.{0,120}? kernel: ?|kernel: )?\\[ *([0-9]{1,9})\\.[0-9]{1,9}]");
    private static final Pattern KMSG = Pattern.compile("^[0-9]{1,3},[0-9]+,([0-9]{1,16}),[^;]*;");
    private static final DateTimeFormatter CTIME = DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy", Locale.ROOT);

    /** Returns the time of a line if it is certain. */
    public Optional<Instant> at(String line) {
        try {
            return unix(line).or(() -> iso(line)).or(() -> sinceBoot(line));
        } catch (DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the node's local time as if it were UTC: fit for display, not for leaving a line out. */
    public Optional<Instant> local(String line) {
        try {
            return Text.first(LOCAL, line)
                    .map(stamp -> LocalDateTime.parse(stamp.replaceAll(" +", " "), CTIME)
                            .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the time of a line that begins with seconds since 1970, as {@code journalctl -o short-unix} prints it.
     */
    public static Optional<Instant> unix(String line) {
        Matcher matcher = UNIX.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String nanos = (matcher.group(2) + "000000000").substring(0, 9);
        return Optional.of(Instant.ofEpochSecond(Long.parseLong(matcher.group(1)), Long.parseLong(nanos)));
    }

    private static Optional<Instant> iso(String line) {
        Matcher matcher = ISO.matcher(line.substring(0, Math.min(line.length(), 80)));
        if (!matcher.find()) {
            return Optional.empty();
        }
        String zone = matcher.group(2).replaceFirst("^([+-][0-9]{2})([0-9]{2})$", "$1:$2");
        return Optional.of(OffsetDateTime.parse(matcher.group(1) + zone).toInstant());
    }

    private Optional<Instant> sinceBoot(String line) {
        Optional<Long> millis = Text.first(UPTIME, line)
                .map(s -> Long.parseLong(s) * 1_000)
                .or(() -> Text.first(KMSG, line).map(us -> Long.parseLong(us) / 1_000));
        return boot.flatMap(start -> millis.map(start::plusMillis));
    }
}
