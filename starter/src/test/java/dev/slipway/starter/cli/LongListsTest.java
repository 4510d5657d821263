package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AlertRecords;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.DriftRows;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No list of a large fleet ends without its last node, or without saying how many more there are. */
class LongListsTest {
    private static final String CHECK = "drift/prod-a-1";
    private static final List<String> NODES =
            IntStream.range(0, 620).mapToObj("gpu-%04d"::formatted).toList();
    private static final String LAST = "gpu-0619";

    @TempDir
    Path folder;

    /** As a worker stores it: every row in the ledger, and the first hundred lines in the report that travelled. */
    private static void found(RunningStarter starter, int drifted, boolean suspect) {
        List<DriftReport.DriftLine> lines = NODES.subList(NODES.size() - drifted, NODES.size()).stream()
                .map(node -> new DriftReport.DriftLine(
                        node, "D17", "converge", "config drift", "driver differs", Route.Kind.DO))
                .toList();
        starter.ledger
                .driftRows()
                .keep(
                        CHECK,
                        IntStream.range(0, drifted)
                                .mapToObj(i -> new DriftRows.Row(
                                        i,
                                        new NodeRef("prod-a", lines.get(i).node()),
                                        DriftRows.Found.DRIFTED,
                                        Optional.of("CONVERGE"),
                                        Optional.of(lines.get(i)),
                                        Optional.empty()))
                                .toList());
        int nodes = NODES.size();
        starter.ledger
                .driftReports()
                .put(
                        new DriftReport(
                                        CHECK,
                                        "prod-a",
                                        nodes,
                                        nodes,
                                        nodes - drifted,
                                        drifted,
                                        0,
                                        0,
                                        suspect,
                                        lines,
                                        DriftReport.Unread.none())
                                .shortened(100, 40),
                        Instant.now());
    }

    @Test
    void everyNodeThatDriftedIsShownAndPlanned() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder, NODES).startWorker()) {
            found(starter, 230, false);

            Said shown = slipway(starter, "drift", "check", "--show", CHECK);
            assertThat(shown.out()).contains("gpu-0390", LAST, "230 nodes, canary gpu-0390: slipway rollout start");
            assertThat(slipway(starter, "drift", "check", "--show", CHECK, "--json")
                            .json()
                            .path("nodes"))
                    .hasSize(230);
            Said started = slipway(starter, "rollout", "start", "--from", CHECK, "--change", "c1", "--reason", "drift");
            assertThat(started.out()).contains("rollout c1 of 230 nodes, canary gpu-0390, has not begun");
            assertThat(starter.ledger.plans().page("c1", 0, 1_000))
                    .hasSize(230)
                    .last()
                    .extracting(trigger -> trigger.node().name())
                    .isEqualTo(LAST);
        }
    }

    @Test
    void theStatusOfARolloutNamesEachOfItsNodes() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder, NODES).startWorker()) {
            found(starter, 620, false);
            slipway(starter, "rollout", "start", "--from", CHECK, "--change", "c1", "--reason", "drift");

            assertThat(slipway(starter, "rollout", "status", "c1").out()).contains("gpu-0000", LAST);
            assertThat(slipway(starter, "rollout", "status", "c1", "--json")
                            .json()
                            .path("nodes"))
                    .hasSize(620);
            assertThat(starter.get("/api/v1/rollouts/c1").body())
                    .contains("\"rest\":{\"more\":120,\"next\":\"/api/v1/rollouts/c1?from=500\"}");
        }
    }

    /** A new baseline makes nearly all of a fleet differ: a person may roll it out, and no check does by itself. */
    @Test
    void aPlanAboveTheDriftRateIsAPersonsAndWaitsForApproval() {
        try (RunningStarter starter = RunningStarter.in(folder, NODES).startWorker()) {
            found(starter, 400, true);

            assertThat(starter.post(
                                    "/api/v1/rollouts",
                                    "{\"from\":\"" + CHECK
                                            + "\",\"who\":\"drift-check\",\"reason\":\"drift\",\"byItself\":true}")
                            .body())
                    .contains("the baseline itself is in doubt");
            Said started =
                    slipway(starter, "rollout", "start", "--from", CHECK, "--change", "c1", "--reason", "new pin");
            assertThat(started.exit()).as(started.err()).isZero();
            assertThat(started.out())
                    .contains("400 nodes", "It waits for approval by somebody else than default")
                    .contains(": slipway rollout approve c1 --reason …")
                    .doesNotContain("runs over", "pause");
            assertThat(starter.ledger.plans().page("c1", 0, 1))
                    .extracting(Trigger::reason)
                    .containsExactly(Reason.ROLLOUT);
            assertThat(slipway(starter, "rollout", "status", "c1").out())
                    .contains("waits for approval", "No node is touched", "slipway rollout approve c1 --reason …");
        }
    }

    /** What a check starts by itself and nobody approves stays under the drift rate of later checks. */
    @Test
    void aPlanThatNobodyApprovesIsTheChecksOwn() {
        try (RunningStarter starter = RunningStarter.in(folder, NODES).startWorker()) {
            found(starter, 4, false);

            starter.post(
                    "/api/v1/rollouts",
                    "{\"from\":\"" + CHECK + "\",\"who\":\"drift-check\",\"reason\":\"drift\",\"byItself\":true}");

            assertThat(starter.ledger.plans().page("prod-a-1", 0, 10))
                    .hasSize(4)
                    .extracting(Trigger::reason)
                    .containsOnly(Reason.DRIFT_FOUND);
        }
    }

    /** Alerts of years ago must not keep the newest from sight. */
    @Test
    void aProposalIsShownHoweverManyCameBefore() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            IntStream.range(0, 600)
                    .forEach(i -> proposed(
                            starter, "old-" + i, "gpu-041", Instant.now().minusSeconds(10_000_000)));
            proposed(starter, "new", "gpu-041", Instant.now());

            assertThat(slipway(starter, "status").out())
                    .containsPattern("gpu-041 +alert-new +received \\d+ s ago +→ slipway run")
                    .doesNotContain("alert-old");
        }
    }

    /** Most of a fleet may alert within one day; the fault that a person must see may come last. */
    @Test
    void everyProposalOfADayIsShownHoweverManyThereAre() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder, NODES)) {
            Instant first = Instant.now().minus(Duration.ofHours(23));
            List<String> nodes = NODES.subList(0, 600);
            IntStream.range(0, 600)
                    .forEach(i -> proposed(starter, "burst-" + i, nodes.get(i), first.plusSeconds(i * 100L)));

            assertThat(slipway(starter, "status").out().lines().filter(line -> line.startsWith("proposed by an alert")))
                    .hasSameSizeAs(nodes)
                    .zipSatisfy(
                            nodes,
                            (line, node) -> assertThat(line)
                                    .startsWith("proposed by an alert: " + node + "  alert-burst-")
                                    .endsWith("→ slipway run image-drift --node " + node));
            assertThat(slipway(starter, "status", "--json")
                            .json()
                            .path("proposals")
                            .findValuesAsText("node"))
                    .isEqualTo(nodes);
            assertThat(starter.get("/").body().lines().filter(line -> line.contains("Proposed by an alert")))
                    .hasSize(600);
        }
    }

    private static void proposed(RunningStarter starter, String name, String node, Instant at) {
        starter.ledger
                .alerts()
                .first(new AlertRecords.Alert(
                        name,
                        at.toString(),
                        "alert-" + name,
                        Optional.of(new NodeRef("prod-a", node)),
                        AlertRecords.State.PROPOSED,
                        "",
                        "slipway run image-drift --node " + node,
                        at));
    }

    @Test
    void aNodeSaysHowMuchOfItsAuditIsLeftOutAndShowsAllWhenAsked() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Instant noon = Instant.parse("2026-11-21T12:00:00Z");
            IntStream.range(0, 1_200).forEach(i -> audited(starter, i, noon, i < 33 ? "kim" : "run 4711"));

            Said shown = slipway(starter, "node", "show", "gpu-041");
            assertThat(shown.out()).contains("note-32", "and 13 more: slipway node show prod-a/gpu-041 --all");
            assertThat(slipway(starter, "node", "show", "gpu-041", "--json")
                            .json()
                            .path("more")
                            .path("audit")
                            .asInt())
                    .isEqualTo(13);
            assertThat(slipway(starter, "node", "show", "gpu-041", "--all").out())
                    .contains("note-0", "note-32")
                    .doesNotContain(" more: ");
        }
    }

    private static void audited(RunningStarter starter, int number, Instant from, String who) {
        starter.ledger
                .audit()
                .add(new AuditTrail.Entry(
                        "once-" + number,
                        from.plusSeconds(number),
                        new Who(who, "why"),
                        "hold",
                        "prod-a/gpu-041",
                        "note-" + number));
    }
}
