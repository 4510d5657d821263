package dev.slipway.facts.probe;

import dev.slipway.facts.FactsHash;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.facts.LogPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs the probe, one POSIX script that reads all facts of a node in one round trip; {@link ProbeAnswer} reads it. */
public final class Probe {
    /** The name that the script has as {@code $0}; a simulated node knows it by this. */
    public static final String NAME = "slipway-probe";

    private static final String AFTER = "after=";
    private static final String TEXT = load("probe.sh");
    private static final String VERSION = FactsHash.sha256(TEXT).substring(0, 12);
    private static final String SCRIPT = TEXT.replace("@VERSION@", VERSION);

    private Probe() {}

    /** Returns the text of the script. */
    public static String script() {
        return SCRIPT;
    }

    /** Returns the definition of one of the script's functions, for a script that reads the same on a node. */
    public static String function(String name) {
        int begin = TEXT.indexOf("\n" + name + "() {\n");
        int end = TEXT.indexOf("\n}\n", begin);
        if (begin < 0 || end < 0) {
            throw new IllegalArgumentException("the probe has no function " + name);
        }
        return TEXT.substring(begin + 1, end + 3);
    }

    /** Returns the types of an IOMMU group, as the function {@code iommu} prints them, that meet a pin. */
    public static List<String> iommuTypes(String pin) {
        return PlatformReader.IOMMU_TYPES.entrySet().stream()
                .filter(type -> type.getValue().equals(pin))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns the version of the script: a hash of its text, which its answers carry. */
    public static String version() {
        return VERSION;
    }

    /**
     * Returns the command line that runs the probe on a node. Read-only there and safe to repeat. The kernel log is
     * read since {@code t0}; without {@code sections} all are read.
     */
    public static String command(Instant t0, String... sections) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, NAME, Long.toString(t0.getEpochSecond())));
        words.addAll(Arrays.asList(sections));
        return ShellWords.join(words);
    }

    /**
     * Returns the argument before the sections that makes the probe read the kernel's log of the running boot from
     * {@code place} on; all of it if that is in another boot.
     */
    public static String after(LogPosition place) {
        return AFTER + place.bootId() + "," + place.place().replace(' ', ',');
    }

    /** Returns whether these arguments request every section. */
    public static boolean readsAll(String... arguments) {
        return Arrays.stream(arguments).allMatch(word -> word.startsWith(AFTER));
    }

    static String load(String name) {
        try (InputStream in = Probe.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
