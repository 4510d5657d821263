package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.model.facts.ClockSkew;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a node answered to the {@link Probe}. What could not be read is unknown, with the reason. */
public final class ProbeAnswer {
    /** Matches seconds; if date does not know nanoseconds, it prints a letter. */
    private static final Pattern SECONDS = Pattern.compile("^([0-9]{9,11}(?:\\.[0-9]{1,9})?)");

    private final Frame frame;

    private ProbeAnswer(Frame frame) {
        this.frame = frame;
    }

    /** Takes the answer as it came. */
    public static ProbeAnswer of(byte[] answer) {
        return new ProbeAnswer(Frame.read(answer));
    }

    /** Returns the facts in it. */
    public NodeFacts facts(NodeRef node, Instant collectedAt) {
        return facts(node, collectedAt, Answers.of(frame));
    }

    /**
     * Returns the facts in it, with the difference between the node's clock and ours, which was {@code sent} before the
     * probe ran and {@code received} after it.
     */
    public NodeFacts facts(NodeRef node, Instant sent, Instant received) {
        return facts(node, sent, received, ParsedSections.NONE);
    }

    /** Returns the same; a section that was read before is not parsed again. */
    public NodeFacts facts(NodeRef node, Instant sent, Instant received, ParsedSections known) {
        Answers answers = new Answers(frame, known);
        Reading<ClockSkew> clock = answers.read("clock", text -> clock(text, sent, received));
        return facts(node, sent, answers).withClock(clock);
    }

    private NodeFacts facts(NodeRef node, Instant collectedAt, Answers answers) {
        return rebooted()
                .map(reason -> unread(node, collectedAt, reason))
                .orElseGet(() -> new FactsReader(answers).facts(node, collectedAt));
    }

    private static Reading<ClockSkew> clock(String text, Instant sent, Instant received) {
        return Text.first(SECONDS, text)
                .map(Double::parseDouble)
                .map(seconds -> Instant.ofEpochMilli((long) (seconds * 1_000)))
                .map(shown -> Reading.of(ClockSkew.of(shown, sent, received)))
                .orElseGet(() -> Reading.unknown("no seconds since 1970 in: " + Text.shorten(text, 80)));
    }

    private static NodeFacts unread(NodeRef node, Instant collectedAt, String reason) {
        return new FactsReader(Answers.of(new Frame(Map.of(), reason))).facts(node, collectedAt);
    }

    /** Returns why no part of it may be believed: the node booted while the probe ran. Empty when it did not. */
    public Optional<String> rebooted() {
        String first = section("boot-id");
        String last = section("boot-id-last");
        return first.isEmpty() || last.isEmpty() || first.equals(last)
                ? Optional.empty()
                : Optional.of("rebooted while it was read: boot_id " + Text.shorten(first, 40) + " at first, "
                        + Text.shorten(last, 40) + " at last");
    }

    /**
     * Returns sudo's message if it refused root, which the identity of the machine needs. Empty if it did not, or if
     * something else failed.
     */
    public Optional<String> rootRefused() {
        return Optional.ofNullable(sections().get("product-uuid"))
                .filter(section -> !section.ok())
                .flatMap(section -> Text.lines(section.text()).stream()
                        .filter(line -> ErrorLines.in(line)
                                .filter("sudo-refused"::equals)
                                .isPresent())
                        .findFirst())
                .map(line -> Text.shorten(line, 160));
    }

    /** Returns the node's own name, without its domain; empty if it does not report one. */
    public String hostname() {
        return section("hostname").replaceFirst("\\..*", "");
    }

    /** Returns the boot that the node runs; empty if it does not report one. */
    public String bootId() {
        return section("boot-id");
    }

    /** Returns the framed sections by name, as far as they are complete; the first of two with one name counts. */
    public Map<String, Section> sections() {
        return frame.sections();
    }

    private String section(String name) {
        return Optional.ofNullable(sections().get(name))
                .filter(Section::ok)
                .map(section -> section.text().strip())
                .orElse("");
    }
}
