package dev.slipway.facts.probe;

import dev.slipway.facts.FactsHash;
import dev.slipway.facts.ShellWords;
import dev.slipway.facts.Text;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.model.facts.ClockSkew;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Runs the probe, one POSIX script that reads all facts of a node in one round trip, and reads its answer. */
public final class Probe {
    /** The name that the script has as {@code $0}; a simulated node knows it by this. */
    public static final String NAME = "slipway-probe";

    private static final String AFTER = "after=";
    /** Matches seconds; if date does not know nanoseconds, it prints a letter. */
    private static final Pattern SECONDS = Pattern.compile("^([0-9]{9,11}(?:\\.[0-9]{1,9})?)");

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

    /**
     * Returns the same, with the difference between the node's clock and ours, which was {@code sent} before the probe
     * ran and {@code received} after it.
     */
    public static NodeFacts parse(NodeRef node, Instant sent, Instant received, byte[] answer) {
        return parse(node, sent, received, answer, ParsedSections.none());
    }

    /** Returns the same; a section that was read before is not parsed again. */
    public static NodeFacts parse(NodeRef node, Instant sent, Instant received, byte[] answer, ParsedSections known) {
        Answers answers = new Answers(Frame.read(answer), known);
        Reading<ClockSkew> clock = answers.read("clock", text -> clock(text, sent, received));
        return parse(node, sent, answers).withClock(clock);
    }

    private static Reading<ClockSkew> clock(String text, Instant sent, Instant received) {
        return Text.first(SECONDS, text)
                .map(Double::parseDouble)
                .map(seconds -> Instant.ofEpochMilli((long) (seconds * 1_000)))
                .map(shown -> Reading.of(ClockSkew.of(shown, sent, received)))
                .orElseGet(() -> Reading.unknown("no seconds since 1970 in: " + Text.shorten(text, 80)));
    }

    /**
     * Returns the facts in an answer of the probe. Never throws: what could not be read is unknown, with the reason.
     */
    public static NodeFacts parse(NodeRef node, Instant collectedAt, byte[] answer) {
        return parse(node, collectedAt, Answers.of(Frame.read(answer)));
    }

    private static NodeFacts parse(NodeRef node, Instant collectedAt, Answers answers) {
        Optional<String> rebooted = rebooted(answers.frame());
        return rebooted.map(reason -> unread(node, collectedAt, reason))
                .orElseGet(() -> new FactsReader(answers).facts(node, collectedAt));
    }

    /**
     * Returns why no part of the answer may be believed: the node booted while the probe ran. Empty when it did not.
     */
    public static Optional<String> rebooted(byte[] answer) {
        return rebooted(Frame.read(answer));
    }

    private static Optional<String> rebooted(Frame frame) {
        String first = section(frame, "boot-id");
        String last = section(frame, "boot-id-last");
        return first.isEmpty() || last.isEmpty() || first.equals(last)
                ? Optional.empty()
                : Optional.of("rebooted while it was read: boot_id " + Text.shorten(first, 40) + " at first, "
                        + Text.shorten(last, 40) + " at last");
    }

    /**
     * Returns sudo's message if it refused root, which the identity of the machine needs. Empty if it did not, or if
     * something else failed.
     */
    public static Optional<String> rootRefused(byte[] answer) {
        return Optional.ofNullable(Frame.read(answer).sections().get("product-uuid"))
                .filter(section -> !section.ok())
                .flatMap(section -> Text.lines(section.text()).stream()
                        .filter(line -> ErrorLines.in(line)
                                .filter("sudo-refused"::equals)
                                .isPresent())
                        .findFirst())
                .map(line -> Text.shorten(line, 160));
    }

    /** Returns the node's own name, without its domain; empty if it does not report one. */
    public static String hostname(byte[] answer) {
        return section(Frame.read(answer), "hostname").replaceFirst("\\..*", "");
    }

    /** Returns the boot that the node runs; empty if it does not report one. */
    public static String bootId(byte[] answer) {
        return section(Frame.read(answer), "boot-id");
    }

    private static String section(Frame frame, String name) {
        return Optional.ofNullable(frame.sections().get(name))
                .filter(Section::ok)
                .map(section -> section.text().strip())
                .orElse("");
    }

    private static NodeFacts unread(NodeRef node, Instant collectedAt, String reason) {
        return new FactsReader(Answers.of(new Frame(Map.of(), reason))).facts(node, collectedAt);
    }

    /**
     * Returns the framed sections of an answer by name, as far as they are complete; the first of two with one name
     * counts.
     */
    public static Map<String, Section> sections(byte[] answer) {
        return Frame.read(answer).sections();
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
