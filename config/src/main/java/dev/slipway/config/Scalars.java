package dev.slipway.config;

import dev.slipway.config.units.Bandwidth;
import dev.slipway.config.units.HostPort;
import dev.slipway.config.units.Percent;
import dev.slipway.config.units.Watts;
import dev.slipway.config.units.WaveSize;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Defines how each type of a single value is written. */
final class Scalars {
    /** Reads one type; {@code unit} is its column in the table of keys. */
    record Scalar(String unit, Reader reader) {}

    /** Turns text into a value. */
    interface Reader {
        Object read(String text) throws BadValue;
    }

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m|h|d)");
    private static final Pattern HOST_PORT = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^\\[\\]:/\\s]+)):(\\d{1,5})");

    private final Map<Class<?>, Scalar> known = new LinkedHashMap<>();

    Scalars(Path base) {
        known.put(String.class, new Scalar("text", Scalars::text));
        known.put(int.class, new Scalar("number", Scalars::number));
        known.put(Integer.class, new Scalar("number", Scalars::number));
        known.put(boolean.class, new Scalar("true, false", Scalars::truth));
        known.put(Duration.class, new Scalar("duration: 30s, 15m, 2h, 1d", Scalars::duration));
        known.put(Percent.class, new Scalar("percent: 25%", Scalars::percent));
        known.put(WaveSize.class, new Scalar("count or percent", Scalars::wave));
        known.put(Bandwidth.class, new Scalar("bandwidth: 450GB/s", Scalars::bandwidth));
        known.put(Watts.class, new Scalar("power: 700W", Scalars::watts));
        known.put(HostPort.class, new Scalar("host:port", Scalars::hostPort));
        known.put(URI.class, new Scalar("address", Scalars::address));
        known.put(Path.class, new Scalar("path", text -> path(base, text(text))));
        known.put(ZoneId.class, new Scalar("IANA zone: Europe/Berlin", Scalars::zone));
        known.put(LocalDate.class, new Scalar("date: 2026-12-24", Scalars::date));
        known.put(LocalTime.class, new Scalar("time: 22:00", Scalars::time));
    }

    /** Returns how {@code type} is read; empty for sections. */
    Optional<Scalar> of(Class<?> type) {
        if (type.isEnum()) {
            List<String> words =
                    Arrays.stream(type.getEnumConstants()).map(Scalars::word).toList();
            return Optional.of(new Scalar(String.join(", ", words), text -> constant(type, text)));
        }
        return Optional.ofNullable(known.get(type));
    }

    /** Returns the word for an enum's constant in files. */
    static String word(Object constant) {
        return constant instanceof dev.slipway.model.Field field
                ? field.key()
                : constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Path path(Path base, String text) throws BadValue {
        if (text.indexOf('\0') >= 0) {
            throw new BadValue("The path holds a NUL character.", "Correct it.");
        }
        String home = System.getProperty("user.home");
        Path path = text.startsWith("~/") ? Path.of(home, text.substring(2)) : Path.of(text);
        return base.toAbsolutePath().resolve(path).normalize();
    }

    private static Object constant(Class<?> type, String text) throws BadValue {
        for (Object constant : type.getEnumConstants()) {
            if (word(constant).equals(text)) {
                return constant;
            }
        }
        if (type == DayOfWeek.class) {
            for (DayOfWeek day : DayOfWeek.values()) {
                if (word(day).startsWith(text) && text.length() == 3) {
                    return day;
                }
            }
        }
        List<String> words =
                Arrays.stream(type.getEnumConstants()).map(Scalars::word).toList();
        throw new BadValue(BadValue.shown(text) + " is not known here.", Nearest.next(text, words));
    }

    private static String text(String text) throws BadValue {
        if (text.isBlank()) {
            throw new BadValue("The value is empty.", "Write one, or remove the key.");
        }
        return text;
    }

    private static Object number(String text) throws BadValue {
        if (!text.matches("\\d{1,9}")) {
            throw new BadValue(BadValue.shown(text) + " is not a whole number.", "Write for example `4`.");
        }
        return Integer.parseInt(text);
    }

    private static Object truth(String text) throws BadValue {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new BadValue(BadValue.shown(text) + " is neither true nor false.", "Write one of the two.");
        };
    }

    private static Object duration(String text) throws BadValue {
        Matcher written = DURATION.matcher(text);
        if (!written.matches()) {
            throw new BadValue(
                    BadValue.shown(text) + " is not a duration.", "Write a number and its unit: 30s, 15m, 2h, 1d.");
        }
        long amount = Long.parseLong(written.group(1));
        return switch (written.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** Returns {@code time}, of whole seconds, as a file writes it. */
    static String duration(Duration time) {
        if (time.toSecondsPart() != 0) {
            return time.toSeconds() + "s";
        }
        return time.toMinutesPart() == 0 ? time.toHours() + "h" : time.toMinutes() + "m";
    }

    private static Percent percent(String text) throws BadValue {
        if (!text.matches("\\d{1,3}%") || Integer.parseInt(text.replace("%", "")) > 100) {
            throw new BadValue(BadValue.shown(text) + " is not a percentage.", "Write 0% to 100%, with the sign.");
        }
        return new Percent(Integer.parseInt(text.replace("%", "")));
    }

    private static Object wave(String text) throws BadValue {
        if (text.endsWith("%")) {
            return new WaveSize(0, Optional.of(percent(text)));
        }
        return new WaveSize((Integer) number(text), Optional.empty());
    }

    private static Object bandwidth(String text) throws BadValue {
        if (!text.matches("\\d{1,6}(\\.\\d{1,3})? ?GB/s")) {
            throw new BadValue(BadValue.shown(text) + " is not a bandwidth.", "Write for example 450GB/s.");
        }
        return new Bandwidth(Double.parseDouble(text.replace("GB/s", "").strip()));
    }

    private static Object watts(String text) throws BadValue {
        if (!text.matches("\\d{1,5} ?W")) {
            throw new BadValue(BadValue.shown(text) + " is not a power.", "Write for example 700W.");
        }
        return new Watts(Integer.parseInt(text.replace("W", "").strip()));
    }

    private static Object hostPort(String text) throws BadValue {
        Matcher written = HOST_PORT.matcher(text);
        if (!written.matches() || Integer.parseInt(written.group(3)) > 65_535) {
            throw new BadValue(
                    BadValue.shown(text) + " is not a host with a port.", "Write for example 127.0.0.1:8080.");
        }
        String host = Optional.ofNullable(written.group(1)).orElseGet(() -> written.group(2));
        return new HostPort(host, Integer.parseInt(written.group(3)));
    }

    private static Object address(String text) throws BadValue {
        if (text.equals(SiteConfig.Temporal.NO_UI)) {
            return URI.create(text);
        }
        if (!text.matches("https?://[^\\s/]+\\S*")) {
            throw new BadValue(
                    BadValue.shown(text) + " is not an http address.",
                    "Write for example http://127.0.0.1:8233, or none.");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new BadValue(BadValue.shown(text) + " is not an http address.", "Correct it.");
        }
    }

    private static Object zone(String text) throws BadValue {
        if (!ZoneId.getAvailableZoneIds().contains(text)) {
            throw new BadValue(
                    BadValue.shown(text) + " is not a time zone.",
                    Nearest.to(text, ZoneId.getAvailableZoneIds())
                            .map(near -> "Did you mean `" + near + "`?")
                            .orElse("Write an IANA zone, for example Europe/Berlin."));
        }
        return ZoneId.of(text);
    }

    private static Object date(String text) throws BadValue {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new BadValue(BadValue.shown(text) + " is not a date.", "Write for example 2026-12-24.");
        }
    }

    private static Object time(String text) throws BadValue {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw new BadValue(BadValue.shown(text) + " is not a time of day.", "Write for example 22:00.");
        }
    }
}
