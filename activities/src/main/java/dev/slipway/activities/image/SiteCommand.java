package dev.slipway.activities.image;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a command of the site beside the worker, without a shell. Words may hold {@code {cluster}}, {@code {node}},
 * {@code {address}}, {@code {image}}, {@code {token}} and {@code {secretFile}}, each of which becomes one plain word.
 */
public record SiteCommand(List<String> words, Duration within) {
    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)}");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@+-]{0,252}");
    private static final Pattern FILE = Pattern.compile("/[A-Za-z0-9._/@+-]{1,1000}");
    /** The place that becomes the path of a file; its content never reaches an argument. */
    public static final String SECRET_FILE = "secretFile";

    private static final Duration SLICE = Duration.ofSeconds(1);
    private static final int KEPT = 100_000;

    public SiteCommand {
        words = List.copyOf(words);
    }

    /** Holds the exit status of a command, and the end of its output, errors included. */
    public record Ended(int exit, String output) {

        /** Returns the last line that is not blank; empty if there is none. */
        public String lastLine() {
            return output.lines()
                    .filter(l -> !l.isBlank())
                    .reduce((a, b) -> b)
                    .map(String::strip)
                    .orElse("");
        }
    }

    /**
     * Returns the words as they will be run. Fails with GATE_CLOSED for a placeholder without a value and for a value
     * that is not plain.
     */
    public List<String> filled(Map<String, String> values) {
        List<String> filled = new ArrayList<>();
        for (String word : words) {
            filled.add(
                    PLACE.matcher(word).replaceAll(place -> Matcher.quoteReplacement(value(place.group(1), values))));
        }
        return filled;
    }

    private static String value(String name, Map<String, String> values) {
        String value = values.getOrDefault(name, "");
        Pattern plain = name.equals(SECRET_FILE) ? FILE : PLAIN;
        if (!plain.matcher(value).matches()) {
            throw FailureType.GATE_CLOSED.of(
                    "The site's image command has {" + name + "}, and its value '" + value + "' is not a plain word");
        }
        return value;
    }

    /** Runs the command to its end. Fails with AMBIGUOUS if it exceeds its limit and is ended. */
    Ended run(Map<String, String> values, ActivityClock clock) {
        try {
            Path output = Files.createTempFile("slipway-image", ".out");
            try {
                Process process = new ProcessBuilder(filled(values))
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(
                                Path.of("/dev/null").toFile()))
                        .redirectOutput(output.toFile())
                        .start();
                return ended(process, output, clock.instant().plus(within), clock);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw FailureType.STEP_FAILED.of("The site's image command does not start: " + Causes.words(e));
        }
    }

    private Ended ended(Process process, Path output, Instant end, ActivityClock clock) throws IOException {
        try {
            while (process.isAlive()) {
                if (clock.passed(end)) {
                    throw FailureType.AMBIGUOUS.of("The site's image command did not end within "
                            + Durations.words(within) + ": "
                            + new Ended(0, tail(output)).lastLine());
                }
                clock.pause(Durations.shorter(SLICE, within), "the image is being written");
            }
            return new Ended(process.exitValue(), tail(output));
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static String tail(Path output) throws IOException {
        byte[] bytes = Files.readAllBytes(output);
        int from = Math.max(0, bytes.length - KEPT);
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }
}
