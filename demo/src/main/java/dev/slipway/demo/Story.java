package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.NodeRef;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What is told: a drift check, a rollout over what drifted, and a run on what is broken. Told through the API alone. */
final class Story {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final String WHO = "demo";
    private final Api api;
    private final LedgerDatabase ledger;
    private final String cluster;
    private final PrintStream out;
    private final Board board;

    Story(Api api, LedgerDatabase ledger, String cluster, Console console) {
        this.api = api;
        this.ledger = ledger;
        this.cluster = cluster;
        this.out = console.out();
        this.board = new Board(console.out(), console.terminal());
    }

    /** Where the story is shown. */
    record Console(PrintStream out, boolean terminal) {}

    /** Tells it; returns the nodes that a run was made on. */
    List<String> tell() {
        JsonNode check = check();
        List<String> drifted = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        for (JsonNode node : check.path("nodes")) {
            String route = node.path("route").asText();
            out.printf(
                    "%-9s row %-4s %-24s %s%n",
                    node.path("node").asText(),
                    node.path("row").asText(),
                    route,
                    shown(texts(node.path("differences"))));
            (route.startsWith("divert") || route.startsWith("hold") ? broken : drifted)
                    .add(node.path("node").asText());
        }
        out.printf(
                "%nrollout over %d nodes: the canary alone, then at most %d out at once%n",
                drifted.size(), Site.MOST_OUT);
        JsonNode change = api.post(
                "/api/v1/rollouts",
                Map.of("from", check.path("id").asText(), "who", WHO, "reason", "bring the drifted nodes back"));
        String name = change.path("change").asText();
        until(() -> rolledOut(name), "the rollout " + name);
        for (String node : broken) {
            out.printf("%n%s is broken, not drifted: the same runbook looks and decides%n", node);
            api.post(
                    "/api/v1/runs", Map.of("runbook", "image-drift", "node", node, "who", WHO, "reason", "lost a GPU"));
        }
        until(() -> ended(broken), "the runs on " + broken);
        List<String> all = new ArrayList<>(drifted);
        all.addAll(broken);
        return all;
    }

    private JsonNode check() {
        String id = api.post("/api/v1/drift-checks", Map.of("fleet", Site.FLEET))
                .path("id")
                .asText();
        String path = "/api/v1/drift-checks/" + id.substring("drift/".length());
        List<JsonNode> answer = new ArrayList<>();
        until(
                () -> {
                    JsonNode check = api.get(path);
                    answer.add(check);
                    return !check.path("status").asText().equals("running");
                },
                "the drift check");
        JsonNode check = answer.getLast();
        out.println(check.path("summary").asText());
        return check;
    }

    private boolean rolledOut(String change) {
        show();
        String state = api.get("/api/v1/rollouts/" + change).path("status").asText();
        return state.startsWith("done") || state.startsWith("stopped");
    }

    private boolean ended(List<String> nodes) {
        show();
        return nodes.stream()
                .allMatch(node ->
                        !ledger.outcomes().ofNode(new NodeRef(cluster, node), 1).isEmpty());
    }

    private void show() {
        board.show(api.get("/api/v1/status?fleet=" + Site.FLEET).path("rows"));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static void until(BooleanSupplier done, String what) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(what + " did not end within " + LONGEST.toMinutes() + " minutes");
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }

    /** The first, and how many more: slipway drift check lists them all. */
    private static String shown(List<String> differences) {
        int more = differences.size() - 1;
        return more < 1 ? String.join("", differences) : differences.getFirst() + ", and " + more + " more";
    }
}
