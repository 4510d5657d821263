package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Overrides;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.VerificationRecord;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head line says how many nodes are in service only where somebody has read it, and when. */
class StatusHeadTest {
    private static final String GREEN = "Every node is in service, as read 3 min ago or brought back by a run since";

    @TempDir
    Path folder;

    private static void row(RunningStarter starter, String node, NodeState state) {
        starter.row(node, state, Instant.now());
    }

    /** The schedulers were read three minutes ago: one node that we hold was out, and one besides. */
    private static void read(RunningStarter starter, String... out) {
        Instant read = Instant.now().minus(Duration.ofMinutes(3));
        RosterReadings.Roster shown = new RosterReadings.Roster(read, 4, List.of(out), List.of(), List.of());
        starter.ledger.rosterReadings().read("prod-a", shown);
    }

    private static VerificationRecord proof(NodeRef node, Instant at) {
        return new VerificationRecord(
                node,
                "run-2",
                new BaselineRef("hgx-h100-r570-133", "aaaa"),
                "boot-1",
                "hash",
                List.of(new GateResult("G7", Verdict.PASS, "all passed")),
                at);
    }

    private static String goal(RunningStarter starter) {
        return starter.config.ref("hgx-h100-r570-133").orElseThrow().toString();
    }

    private static void checked(RunningStarter starter, int drifted, int broken) {
        checked(starter, drifted, broken, goal(starter));
    }

    private static void checked(RunningStarter starter, int drifted, int broken, String baseline) {
        checked(starter, drifted, broken, new DriftReport.Goals(baseline, 0, 0));
    }

    private static void checked(RunningStarter starter, int drifted, int broken, DriftReport.Goals goals) {
        starter.ledger
                .driftReports()
                .put(
                        new DriftReport(
                                        "drift/prod-a-1",
                                        "prod-a",
                                        4,
                                        4,
                                        4 - drifted - broken,
                                        drifted,
                                        broken,
                                        0,
                                        false,
                                        List.of(),
                                        DriftReport.Unread.none())
                                .comparedWith(goals),
                        Instant.now().minus(Duration.ofHours(2)));
    }

    @Test
    void countsANodeOfOursOnceAndListsTheOthersWithTheTimeOfTheReading() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-102", NodeState.HELD);
            row(starter, "gpu-041", NodeState.IN_SERVICE);
            read(starter, "gpu-041", "gpu-077", "gpu-102");

            assertThat(slipway(starter, "status").out())
                    .contains("4 nodes · 2 in service · 0 in runbooks · 1 held · 1 out by others, read 3 min ago")
                    .containsPattern("gpu-077 +out-by-others +3 min +its scheduler shows it out of service")
                    .doesNotContain("gpu-041", "Temporal does not answer");
        }
    }

    /** Somebody ran kubectl uncordon on a node that we hold. */
    @Test
    void saysThatAHeldNodeIsGivenWork() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-102", NodeState.HELD);
            Instant read = Instant.now().plusSeconds(60);
            starter.ledger
                    .rosterReadings()
                    .read(
                            "prod-a",
                            new RosterReadings.Roster(read, 4, List.of("gpu-102"), List.of("gpu-102"), List.of()));

            assertThat(slipway(starter, "status").out())
                    .containsPattern(
                            "gpu-102 +image-drift +HELD +.*its scheduler gives it work all the same, as read at")
                    .contains("somebody uncordoned it; a pod stays");
        }
    }

    /** It was in service when its last run ended; what became of it since then nobody has read. */
    @Test
    void aNodeThatCameBackIsUnknownWhileNobodyReadsTheSchedulers() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-041", NodeState.IN_SERVICE);

            assertThat(slipway(starter, "status", "--all").out())
                    .containsPattern("gpu-041 +image-drift +unknown +.*back in service at .*, and not read since")
                    .doesNotContainPattern("gpu-041 .*in-service");
            read(starter);
            assertThat(slipway(starter, "status", "--all").out()).containsPattern("gpu-041 +image-drift +in-service");
        }
    }

    @Test
    void aRosterThatWasNeverReadOrCannotBeReadIsUnknownAndNotZero() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String never = slipway(starter, "status").out();
            Instant since = Instant.now().minus(Duration.ofMinutes(5));
            starter.ledger.rosterReadings().failed("prod-a", new RosterReadings.Failure(since, "no kubeconfig"));
            String failed = slipway(starter, "status").out();
            read(starter);
            starter.ledger.rosterReadings().failed("prod-a", new RosterReadings.Failure(since, "timed out"));
            String failedLater = slipway(starter, "status").out();

            assertThat(List.of(never, failed, failedLater))
                    .allSatisfy(out -> assertThat(out)
                            .contains("4 nodes · in service unknown · 0 in runbooks · 0 held")
                            .contains("No node is in a runbook or held.")
                            .doesNotContain("Every node is in service", "Temporal does not answer"));
            assertThat(never).contains("out by others unknown: never read: no worker has asked the schedulers");
            assertThat(failed).contains("out by others unknown since 5 min ago (never read): no kubeconfig");
            assertThat(failedLater).contains("since 5 min ago (read last 3 min ago): timed out");
            assertThat(slipway(starter, "status", "--all").out()).containsPattern("gpu-102 +unknown +timed out");
        }
    }

    @Test
    void isNotGreenAfterADriftCheckThatFoundDifferencesOrBeforeAny() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter);
            assertThat(slipway(starter, "status").out())
                    .contains(" · no drift check yet   budget", GREEN + "; no drift check compared");

            checked(starter, 2, 1);
            assertThat(slipway(starter, "status").out())
                    .contains(" · drift check with " + goal(starter) + " 2 h ago: 2 drifted, 1 broken   budget")
                    .contains(GREEN + ", and the last drift check found that some differ.");
            assertThat(starter.get("/").body())
                    .contains(" 2 h ago: 2 drifted, 1 broken", "and the last drift check found that some differ.");

            checked(starter, 0, 0);
            assertThat(slipway(starter, "status").out()).contains(" 2 h ago: no difference", GREEN + ".\n");
            assertThat(starter.get("/").body()).contains("<p>" + GREEN + ".</p>");
        }
    }

    /** Nodes that a rollback pinned match their pin: that is not the baseline that the fleet is to be at. */
    @Test
    void isNotGreenWhileNodesArePinnedToAnotherBaseline() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter);
            checked(starter, 0, 0, new DriftReport.Goals(goal(starter), 2, 0));

            assertThat(slipway(starter, "status").out())
                    .contains(" 2 h ago: no difference, 2 compared with their pin")
                    .contains(GREEN + ", but 2 of prod-a are pinned to another baseline: slipway node pins");
            assertThat(starter.get("/").body()).contains("but 2 of prod-a are pinned to another baseline");
        }
    }

    /** Their runs have ended, and the rows do not say so yet. */
    @Test
    void saysHowManyOfTheNodesInRunbooksAreStale() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.row("gpu-041", NodeState.DECISION, Instant.now().minus(Duration.ofHours(1)));
            row(starter, "gpu-077", NodeState.DECISION);

            assertThat(slipway(starter, "status").out()).contains(" · 2 in runbooks (1 of them stale) · ");
            assertThat(starter.get("/").body())
                    .contains(" · 2 in runbooks (1 of them stale) · ")
                    .containsPattern("<p class=\"stale\">As of 20[0-9T:-]+Z, by the clock of the starter");
        }
    }

    /** The fleet was given another baseline since the check. */
    @Test
    void isNotGreenAfterADriftCheckTowardsAnotherBaseline() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter);
            for (String before : List.of("hgx-h100-r570-124@0000000", "")) {
                checked(starter, 0, 0, before);
                assertThat(slipway(starter, "status").out())
                        .contains("drift check 2 h ago: compared with " + (before.isEmpty() ? "a baseline" : before))
                        .contains(", the fleet is to be at " + goal(starter) + " now: slipway drift check --fleet")
                        .contains("; the last drift check did not compare them with today's baseline.")
                        .doesNotContain("no difference");
            }
        }
    }

    @Test
    void listsANodeThatWasReleasedWithoutProofUntilItIsProved() {
        NodeRef node = new NodeRef("prod-a", "gpu-102");
        Instant since = Instant.now().minus(Duration.ofDays(2));
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-102", NodeState.IN_SERVICE);
            read(starter);
            starter.ledger
                    .overrides()
                    .put(new Overrides.Release(
                            node, new Who("ada", "vendor replaced it"), since, since.plus(Duration.ofDays(1))));

            assertThat(slipway(starter, "status").out())
                    .containsPattern("gpu-102 .*released-unverified .*without proof, by ada \\(vendor replaced it\\)")
                    .doesNotContain("Every node is in service");

            starter.ledger.verifications().put(proof(node, since.plusSeconds(60)));

            assertThat(slipway(starter, "status").out())
                    .doesNotContain("released-unverified")
                    .contains("Every node is in service");
        }
    }

    @Test
    void theStatusOfADeadTemporalSaysSoAndGuessesNothing() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .build());
        try (RunningStarter starter = RunningStarter.on(folder, WorkflowClient.newInstance(nowhere))) {
            row(starter, "gpu-102", NodeState.HELD);

            Said said = slipway(starter, "status");

            assertThat(said.exit()).isZero();
            assertThat(said.out())
                    .startsWith("Temporal does not answer; this is the last state in the ledger.\n")
                    .contains("in service unknown · 0 in runbooks · 1 held · out by others unknown: Temporal does not")
                    .contains("gpu-102");
            read(starter);
            assertThat(slipway(starter, "status").out())
                    .contains("out by others unknown (read last 3 min ago): Temporal does not answer");
            assertThat(starter.get("/api/v1/status").body())
                    .contains("\"temporal\":\"away\"", "\"inService\":null", "\"outByOthers\":null");
            assertThat(starter.get("/").body()).contains("Temporal does not answer; this is the last state");
        } finally {
            nowhere.shutdownNow();
        }
    }
}
