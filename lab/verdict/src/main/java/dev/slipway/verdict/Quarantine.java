package dev.slipway.verdict;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Holds the tests that are known to fail now and then, each with the date and the cause: they run, and their failure
 * does not fail the run. There are five at most, and none may be of the guard, the frame or readmission.
 */
record Quarantine(Map<String, String> causes) {
    private static final int MOST = 5;
    private static final Pattern GUARDED = Pattern.compile(
            "dev\\.slipway\\.(frame|activities\\.safety)\\..*|.*\\.i\\d+_\\w+|(?i:.*(guard|fence|readmi).*)");

    /**
     * Reads lines {@code CLASS.METHOD DATE CAUSE}; empty ones and those that begin with {@code #} say nothing.
     *
     * @throws IllegalArgumentException when a line is none, names a test that must not stand there, or is one too many
     */
    static Quarantine of(List<String> lines) {
        Map<String, String> causes = new LinkedHashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] part = line.trim().split("\\s+", 3);
            if (part.length != 3 || !dated(part[1])) {
                throw refused("write CLASS.METHOD DATE CAUSE", line);
            }
            if (GUARDED.matcher(part[0]).matches()) {
                throw refused("a test of the guard, the frame or readmission is mended, not put there", line);
            }
            causes.put(part[0], part[1] + " " + part[2]);
        }
        if (causes.size() > MOST) {
            throw new IllegalArgumentException(
                    "quarantine: " + causes.size() + " tests, at most " + MOST + ": mend one");
        }
        return new Quarantine(causes);
    }

    private static IllegalArgumentException refused(String why, String line) {
        return new IllegalArgumentException("quarantine: " + why + ": '" + line + "'");
    }

    private static boolean dated(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException noDate) {
            return false;
        }
    }

    boolean has(TestLine test) {
        return causes.containsKey(test.method());
    }

    /** Returns the cause that was written down for a test that {@link #has} knows. */
    String cause(TestLine test) {
        return causes.getOrDefault(test.method(), "");
    }
}
