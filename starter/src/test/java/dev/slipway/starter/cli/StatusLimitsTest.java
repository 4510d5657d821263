package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the status and a node's report do not know, they say. */
class StatusLimitsTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-102");

    @TempDir
    Path folder;

    /** The last row of a run that Temporal does not know. */
    private static void oldRow(RunningStarter starter, String node) {
        starter.row(node, NodeState.DRAINING, Instant.now().minus(Duration.ofHours(1)));
    }

    private static void read(RunningStarter starter, Instant at, List<String> out, List<String> working) {
        starter.ledger.rosterReadings().read("prod-a", new RosterReadings.Roster(at, 4, out, working, List.of()));
    }

    @Test
    void aFleetBySelectorThatNobodyHasReadHasNoNumberOfNodes() {
        try (RunningStarter starter = RunningStarter.in(folder, List.of())) {
            assertThat(slipway(starter, "status").out())
                    .contains("FLEET  prod-a  nodes unknown · in service unknown · 0 in runbooks · 0 held")
                    .contains("budget unknown, 0 used", "No node is in a runbook or held.")
                    .doesNotContain("Every node is in service", "0 nodes");
            assertThat(starter.get("/api/v1/status").body()).contains("\"nodes\":null", "\"budget\":null");
            assertThat(starter.get("/").body()).contains("nodes unknown", "budget unknown, 0 used");

            read(starter, Instant.now(), List.of("gpu-041"), List.of());

            assertThat(slipway(starter, "status").out())
                    .contains("4 nodes · 3 in service", "1 out by others", "budget 1 of 2 used, 1 of them by others");
        }
    }

    @Test
    void saysHowManyOldRowsWereNotComparedWithTemporal() {
        try (RunningStarter starter = RunningStarter.in(folder, List.of())) {
            for (int node = 0; node < 20; node++) {
                oldRow(starter, "gpu-" + node);
            }
            assertThat(slipway(starter, "status").out())
                    .contains("draining (stale)")
                    .doesNotContain("not compared");

            oldRow(starter, "gpu-20");
            oldRow(starter, "gpu-21");

            assertThat(slipway(starter, "status").out())
                    .startsWith("2 old rows were not compared with Temporal, which is asked about at most 20; "
                            + "about one more:");
            assertThat(starter.get("/").body()).contains("2 old rows were not compared");
            assertThat(starter.get("/api/v1/status").body()).contains("\"uncompared\":2");
        }
    }

    /** A check that could not judge a node, or saw none, has found no difference: it says so. */
    @Test
    void saysWhatADriftCheckCouldNotJudge() {
        DriftReport unread = new DriftReport(
                "drift/prod-a-1",
                "prod-a",
                4,
                1,
                1,
                0,
                0,
                0,
                false,
                List.of(),
                new DriftReport.Unread(Map.of(MemberAnswer.Kind.TIMED_OUT, 3), List.of()));
        DriftReport empty = new DriftReport(
                "drift/prod-a-2", "prod-a", 0, 0, 0, 0, 0, 0, false, List.of(), DriftReport.Unread.none());
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter, Instant.now().minus(Duration.ofMinutes(3)), List.of(), List.of());
            DriftReport.Goals goals = new DriftReport.Goals(
                    starter.config.ref("hgx-h100-r570-133").orElseThrow().toString(), 0, 0);

            starter.ledger.driftReports().put(unread.comparedWith(goals), Instant.now());
            assertThat(slipway(starter, "status").out())
                    .contains("Every node is in service", "; the last drift check could not judge 3 of 4 nodes.");

            starter.ledger.driftReports().put(empty.comparedWith(goals), Instant.now());
            assertThat(slipway(starter, "status").out())
                    .contains("Every node is in service", "; the last drift check compared no node.");
        }
    }

    /** The probe finds no difference on any node; the site's playbook would change one. */
    @Test
    void saysOfHowManyNodesASecondSourceDisputesTheDriftCheck() {
        DriftReport agreed = new DriftReport(
                "drift/prod-a-1", "prod-a", 4, 4, 4, 0, 0, 0, false, List.of(), DriftReport.Unread.none());
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String goal = starter.config.ref("hgx-h100-r570-133").orElseThrow().toString();
            starter.ledger.driftReports().put(agreed.comparedWith(new DriftReport.Goals(goal, 0, 0)), Instant.now());
            assertThat(slipway(starter, "status").out())
                    .contains(": no difference   budget")
                    .doesNotContain("unconfirmed");

            starter.ledger.driftReports().put(agreed.comparedWith(new DriftReport.Goals(goal, 0, 1)), Instant.now());

            assertThat(slipway(starter, "status").out())
                    .contains(": no difference, 1 not confirmed by the second source   budget");
            assertThat(starter.get("/").body()).contains("no difference, 1 not confirmed by the second source");
            assertThat(slipway(starter, "drift", "check", "--show", "prod-a-1").out())
                    .contains("4 match " + goal, " · 1 not confirmed by the second source");
        }
    }

    @Test
    void aNodeDoesNotShowOurCordonAfterSomebodyUncordonedIt() {
        Instant since = Instant.now().minus(Duration.ofHours(1));
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.cordons().keepFirst(new CordonRecord(NODE, "us", "schedulable", "", false, since));
            starter.row("gpu-102", NodeState.DRAINING, since.plusSeconds(30));
            assertThat(cordon(starter)).endsWith("found schedulable");

            read(starter, since.plusSeconds(20), List.of(), List.of());
            assertThat(cordon(starter)).as("read before the cordon").endsWith("found schedulable");
            read(starter, since.plusSeconds(60), List.of("gpu-102"), List.of());
            assertThat(cordon(starter)).as("it holds").endsWith("found schedulable");

            read(starter, since.plusSeconds(120), List.of(), List.of());
            assertThat(cordon(starter))
                    .contains("by us since " + since)
                    .endsWith("; gone, as read at " + since.plusSeconds(120) + ": somebody uncordoned the node");
            starter.row("gpu-102", NodeState.HELD, since.plusSeconds(150));
            read(starter, since.plusSeconds(180), List.of("gpu-102"), List.of("gpu-102"));
            assertThat(cordon(starter)).as("it is held, which counts as out").endsWith("somebody uncordoned the node");
        }
    }

    /** The record of a cordon lives until the run has ended, through the soak of the readmitted node. */
    @Test
    void aNodeThatItsRunHasReadmittedWasUncordonedByNobodyElse() {
        Instant since = Instant.now().minus(Duration.ofHours(1));
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.cordons().keepFirst(new CordonRecord(NODE, "us", "schedulable", "", false, since));
            starter.row("gpu-102", NodeState.READMITTED, since.plusSeconds(30));
            read(starter, since.plusSeconds(60), List.of(), List.of());
            assertThat(cordon(starter))
                    .endsWith("found schedulable; gone: its run has readmitted the node, and watches it");

            starter.row("gpu-102", NodeState.ROLLING_BACK, since.plusSeconds(90));
            assertThat(cordon(starter)).as("cordoned again since the reading").endsWith("found schedulable");
        }
    }

    private static String cordon(RunningStarter starter) {
        return slipway(starter, "node", "show", "gpu-102")
                .out()
                .lines()
                .filter(line -> line.startsWith("cordon"))
                .findFirst()
                .orElseThrow();
    }
}
