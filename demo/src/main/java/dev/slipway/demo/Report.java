package dev.slipway.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeRef;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the demo ended, for a person and as one JSON object. {@code asExpected} is the observer's word, not ours. */
record Report(
        String runbook, String temporal, long seconds, boolean asExpected, List<String> violations, List<Node> nodes) {

    /** A node that a run was made on; {@code link} is null where there is no UI. */
    record Node(
            String node,
            String outcome,
            String row,
            List<String> changed,
            long seconds,
            @Nullable String link) {}

    static Report of(Engine engine, List<Ended> ended, List<String> violations, Duration took) {
        List<Node> nodes = new ArrayList<>();
        for (Ended one : ended) {
            NodeOutcome outcome = one.outcome();
            nodes.add(new Node(
                    one.node().name(),
                    outcome.toString(),
                    outcome.row(),
                    outcome.changed(),
                    Duration.between(outcome.started(), outcome.ended()).toSeconds(),
                    engine.hasUi() ? link(engine.ui(), one.node()) : null));
        }
        return new Report("image-drift", engine.mode(), took.toSeconds(), violations.isEmpty(), violations, nodes);
    }

    /** A node and how its last run ended. */
    record Ended(NodeRef node, NodeOutcome outcome) {}

    private static String link(String ui, NodeRef node) {
        return ui + "/namespaces/default/workflows/" + URLEncoder.encode(node.workflowId(), StandardCharsets.UTF_8);
    }

    void print(PrintStream out) {
        out.printf("%n%-9s %-34s %-5s %-6s %s%n", "NODE", "OUTCOME", "ROW", "TOOK", "CHANGED");
        for (Node node : nodes) {
            out.printf(
                    "%-9s %-34s %-5s %-6s %s%n",
                    node.node(), node.outcome(), node.row(), node.seconds() + " s", String.join("; ", node.changed()));
            if (node.link() != null) {
                out.printf("          %s%n", node.link());
            }
        }
        violations.forEach(violation -> out.println("NOT AS EXPECTED  " + violation));
        out.printf(
                "%n%s, told by an observer that sees only the fleet, in %d s on %s%n",
                asExpected ? "all as expected" : "not as expected", seconds, temporal);
    }

    String json() {
        try {
            return new ObjectMapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
