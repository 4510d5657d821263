package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Durations;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.cli.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Is what every story shares: check the fleet, start runs, and show the fleet until they end. */
final class Stage {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    static final String WHO = "demo";
    private final Api api;
    private final LedgerDatabase ledger;
    private final String cluster;
    private final Screen screen;
    private final Board board;

    Stage(Api api, LedgerDatabase ledger, String cluster, Screen screen) {
        this.api = api;
        this.ledger = ledger;
        this.cluster = cluster;
        this.screen = screen;
        this.board = new Board(screen);
    }

    Api api() {
        return api;
    }

    /** Tells what comes next, below everything that is shown so far. */
    void tell(String sentence) {
        screen.say("");
        screen.say(sentence);
    }

    /** Checks the fleet for drift, waits for the end, and prints its line. */
    JsonNode check() {
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
        screen.say(check.path("summary").asText());
        return check;
    }

    /** Starts a runbook on a node. */
    void run(String runbook, String node, String reason) {
        api.post("/api/v1/runs", Map.of("runbook", runbook, "node", node, "who", WHO, "reason", reason));
    }

    /** Shows the fleet until a run on each of these nodes has ended. */
    void untilEnded(List<String> nodes) {
        until(() -> ended(nodes), "the runs on " + nodes);
    }

    private boolean ended(List<String> nodes) {
        show();
        return nodes.stream()
                .allMatch(node ->
                        !ledger.outcomes().ofNode(new NodeRef(cluster, node), 1).isEmpty());
    }

    /** Shows the fleet as it is now. */
    void show() {
        board.show(api.get("/api/v1/status?fleet=" + Site.FLEET).path("rows"));
    }

    /**
     * Looks again and again, and gives up after a time that no story takes. On a busy machine a look may be answered
     * too late: it is repeated, but not for ever.
     */
    static void until(BooleanSupplier done, String what) {
        long end = System.nanoTime() + LONGEST.toNanos();
        Polling polling = new Polling(why -> {});
        while (true) {
            if (polling.ask(done::getAsBoolean).orElse(false)) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException(what + " did not end within " + Durations.words(LONGEST));
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }

    /** Prints one line per node of a check: its row, where that leads, and what differs first. */
    void list(JsonNode node) {
        screen.line("%-9s row %-4s %-24s %s"
                .formatted(
                        node.path("node").asText(),
                        node.path("row").asText(),
                        node.path("route").asText(),
                        shown(texts(node.path("differences"))))
                .stripTrailing());
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** Returns the first, and how many more: slipway drift check lists them all. */
    private static String shown(List<String> differences) {
        int more = differences.size() - 1;
        return more < 1 ? String.join("", differences) : differences.getFirst() + ", and " + more + " more";
    }
}
