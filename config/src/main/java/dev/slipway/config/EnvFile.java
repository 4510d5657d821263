package dev.slipway.config;

import dev.slipway.model.Field;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds exact versions as a shell's variables; those that begin with {@code PREV_} are the versions before. {@code
 * empty} names the keys that are there without a value: their fields are {@code n/a}.
 */
record EnvFile(Map<Field, String> current, Optional<Map<Field, String>> previous, Map<String, Field> empty) {
    private static final Map<String, Field> KEYS = new TreeMap<>(Map.of(
            "DRIVER_VERSION", Field.DRIVER_VERSION,
            "CUDA_TOOLKIT", Field.CUDA_TOOLKIT,
            "CONTAINER_TOOLKIT", Field.CONTAINER_TOOLKIT,
            "DCGM_VERSION", Field.DCGM,
            "FABRIC_MANAGER", Field.FABRIC_MANAGER,
            "VBIOS_VERSION", Field.VBIOS));
    private static final String PREVIOUS = "PREV_";
    static final String ALL_PARTS = "Write all its parts, for example 570.133.20.";
    private static final Pattern LINE =
            Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)=(\"[^\"]*\"|'[^']*'|[^\\s#]*)\\s*(?:#.*)?");

    /** Reads the whole text; fails with every problem in it. */
    static EnvFile read(Path source, String text) {
        Problems problems = new Problems();
        Map<String, String> found = new LinkedHashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            line(source, i + 1, lines.get(i).strip(), found, problems);
        }
        boolean twins = found.keySet().stream().anyMatch(key -> key.startsWith(PREVIOUS));
        for (String key : KEYS.keySet()) {
            missing(source, key, found, problems);
            if (twins) {
                missing(source, PREVIOUS + key, found, problems);
            }
        }
        problems.throwIfAny();
        Map<String, Field> empty = new LinkedHashMap<>();
        found.forEach(
                (key, value) -> field(key).filter(field -> value.isEmpty()).ifPresent(field -> empty.put(key, field)));
        return new EnvFile(pins("", found), twins ? Optional.of(pins(PREVIOUS, found)) : Optional.empty(), empty);
    }

    private static void line(Path source, int number, String line, Map<String, String> found, Problems problems) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        Matcher written = LINE.matcher(line);
        if (!written.matches()) {
            problems.add(source, number, "This line is not NAME=VALUE.", "Correct it, or remove it.");
            return;
        }
        String key = written.group(1);
        String value = written.group(2).replaceAll("^[\"']|[\"']$", "");
        Optional<Field> field = field(key);
        if (field.isEmpty()) {
            problems.add(
                    source,
                    number,
                    "The key " + BadValue.shown(key) + " is not known here.",
                    Nearest.next(key, KEYS.keySet()));
        } else if (!value.matches("[A-Za-z0-9][A-Za-z0-9.+:~/-]*") && !mayBeEmpty(field.get(), value)) {
            problems.add(
                    source,
                    number,
                    "`" + key + "` holds no exact version.",
                    optional(field.get()) ? "Write it, or n/a." : ALL_PARTS);
        } else if (value.equals(BaselineConfig.NOT_APPLICABLE) && !optional(field.get())) {
            found.put(key, value);
            problems.add(source, number, noDriver(key, value), ALL_PARTS);
        } else if (found.putIfAbsent(key, value) != null) {
            problems.add(source, number, "The key `" + key + "` is there twice.", "Remove one.");
        }
    }

    private static Optional<Field> field(String key) {
        return Optional.ofNullable(KEYS.get(key.replaceFirst("^" + PREVIOUS, "")));
    }

    /** A file names what its site does not pin without a value. */
    private static boolean mayBeEmpty(Field field, String value) {
        return value.isEmpty() && optional(field);
    }

    /** Returns the sentence that refuses a baseline without a driver. */
    static String noDriver(String key, String value) {
        return "`" + key + "` is " + value + ", and every baseline has a driver.";
    }

    /** Without a driver there is no baseline. */
    private static boolean optional(Field field) {
        return field != Field.DRIVER_VERSION;
    }

    private static void missing(Path source, String key, Map<String, String> found, Problems problems) {
        if (!found.containsKey(key)) {
            String add = field(key).filter(EnvFile::optional).isPresent()
                    ? "Add it, or write " + key + "=n/a."
                    : "Add it. " + ALL_PARTS;
            problems.add(source, 0, "`" + key + "` is missing.", add);
        }
    }

    private static Map<Field, String> pins(String prefix, Map<String, String> found) {
        Map<Field, String> pins = new EnumMap<>(Field.class);
        KEYS.forEach((key, field) -> {
            String value = found.getOrDefault(prefix + key, "");
            pins.put(field, value.isEmpty() ? BaselineConfig.NOT_APPLICABLE : value);
        });
        return pins;
    }
}
