package dev.slipway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.ledger.Outcomes;
import dev.slipway.model.Durations;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports how the demo ended, for a person and as one JSON object. {@code asExpected} is the observer's verdict, not
 * ours.
 */
record Report(
        String runbook, String temporal, long seconds, boolean asExpected, List<String> violations, List<Node> nodes) {

    private static final int WIDE = 80;
    private static final Pattern OUTCOME = Pattern.compile("([A-Z_]+)\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern CHANGE =
            Pattern.compile("(\\S+) (?:\\d+:)?([^-\\s]+)(?:-\\S+)? → (?:\\d+:)?([^-\\s]+)(?:-\\S+)?");

    /** Describes a node that a run was made on; {@code link} is null if there is no UI. */
    record Node(
            String node,
            String outcome,
            String row,
            List<String> changed,
            long seconds,
            @Nullable String link) {

        /** Returns the outcome without its reason. */
        String word() {
            Matcher match = OUTCOME.matcher(outcome);
            return match.matches() ? match.group(1) : outcome;
        }

        /** Returns the reason and what was changed; no empty text. */
        List<String> details() {
            Matcher match = OUTCOME.matcher(outcome);
            return Stream.of(match.matches() ? match.group(2) : "", summary(changed))
                    .filter(text -> !text.isEmpty())
                    .toList();
        }
    }

    static Report of(String runbook, Engine engine, List<Ended> ended, List<String> violations, Duration took) {
        List<Node> nodes = new ArrayList<>();
        for (Ended one : ended) {
            NodeOutcome outcome = one.run().outcome();
            nodes.add(new Node(
                    one.node().name(),
                    outcome.toString(),
                    outcome.row(),
                    outcome.changed(),
                    Duration.between(outcome.started(), outcome.ended()).toSeconds(),
                    engine.hasUi() ? link(engine.ui(), one) : null));
        }
        return new Report(runbook, engine.mode(), took.toSeconds(), violations.isEmpty(), violations, nodes);
    }

    /** Describes a node and how its last run ended. */
    record Ended(NodeRef node, Outcomes.Run run) {}

    /**
     * Returns the link to exactly this run: later runs of the node, and a lease to a partner, have the same workflow
     * id.
     */
    private static String link(String ui, Ended one) {
        return ui + "/namespaces/default/workflows/"
                + URLEncoder.encode(one.node().workflowId(), StandardCharsets.UTF_8) + "/"
                + one.run().token();
    }

    /** Prints the summary. Reasons and changes are cut at 80 columns; {@link #json()} has them whole. */
    void print(Screen screen) {
        int name = widest("NODE", nodes.stream().map(Node::node));
        int outcome = widest("OUTCOME", nodes.stream().map(Node::word));
        String line = "%-" + name + "s  %-" + outcome + "s  %-4s  %s";
        String indent = " ".repeat(name + 2);
        screen.say("");
        screen.line(line.formatted("NODE", "OUTCOME", "ROW", "TOOK"));
        for (Node node : nodes) {
            screen.line(line.formatted(node.node(), node.word(), node.row(), words(node.seconds())));
            node.details().forEach(text -> screen.line(Screen.cut(indent + text, WIDE)));
            if (node.link() != null) {
                screen.say(indent + node.link());
            }
        }
        violations.forEach(violation -> screen.say("NOT AS EXPECTED  " + violation));
        screen.say("");
        screen.say("%s, told by an observer that sees only the fleet, in %s on %s"
                .formatted(asExpected ? "all as expected" : "not as expected", words(seconds), temporal));
    }

    private static String words(long seconds) {
        return Durations.words(Duration.ofSeconds(seconds));
    }

    private static int widest(String title, Stream<String> texts) {
        return Stream.concat(Stream.of(title), texts)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** Returns how many there are, and the driver's change or else the first. */
    private static String summary(List<String> changed) {
        Optional<String> shown = changed.stream()
                .filter(change -> change.startsWith("nvidia-driver"))
                .findFirst()
                .or(() -> changed.stream().findFirst());
        String first = shown.map(Report::upstream).orElse("");
        return changed.size() > 1 ? changed.size() + " packages: " + first + ", …" : first;
    }

    /** Returns a package's change without epochs and revisions; another text as it is. */
    private static String upstream(String change) {
        Matcher match = CHANGE.matcher(change);
        return match.matches() ? match.group(1) + " " + match.group(2) + " → " + match.group(3) : change;
    }

    String json() {
        try {
            return new ObjectMapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
