package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Overrides;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.Who;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each node has one state, which the status, its head line and the node's own report share. */
class StatusOfNodesTest {
    private final Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
    private final Instant minutesAgo = Instant.now().minus(Duration.ofMinutes(3));
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-102");

    @TempDir
    Path folder;

    private static void read(RunningStarter starter, Instant at, List<String> members, String... out) {
        RosterReadings.Roster shown = new RosterReadings.Roster(at, members.size(), List.of(out), List.of(), members);
        starter.ledger.rosterReadings().read("prod-a", shown);
    }

    private static String state(RunningStarter starter) {
        return slipway(starter, "node", "show", "gpu-102").out();
    }

    @Test
    void aNodeThatItsSelectorNoLongerFindsIsNotCounted() {
        try (RunningStarter starter = RunningStarter.in(folder, List.of())) {
            starter.row("gpu-041", NodeState.IN_SERVICE, hourAgo);
            starter.row("gpu-102", NodeState.HELD, hourAgo);
            read(starter, minutesAgo, List.of("gpu-077"));

            assertThat(slipway(starter, "status").out())
                    .contains("1 nodes · 1 in service · 0 in runbooks · 0 held · 0 out by others")
                    .contains("2 not in the fleet any more", "budget 0 of 1 used")
                    .containsPattern("gpu-102 +image-drift +not-in-fleet .*was HELD: a pod stays")
                    .doesNotContainPattern("gpu-041 +image-drift");
            assertThat(slipway(starter, "status", "--all").out())
                    .containsPattern("gpu-041 +image-drift +not-in-fleet")
                    .containsPattern("gpu-077 +in-service");
            assertThat(state(starter)).contains("not-in-fleet");
            assertThat(slipway(starter, "node", "show", "gpu-077").out())
                    .as("its selector found it, and no run ever had it")
                    .contains("prod-a/gpu-077");

            starter.row("gpu-103", NodeState.DRAINING, Instant.now());
            assertThat(slipway(starter, "status").out())
                    .as("it joined after the reading")
                    .contains("2 nodes · 1 in service · 1 in runbooks");
        }
    }

    @Test
    void aNodeThatItsFileNoLongerListsIsNotCounted() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.row("gpu-900", NodeState.HELD, hourAgo);
            read(starter, minutesAgo, List.of("gpu-041", "gpu-077", "gpu-102", "gpu-900"), "gpu-900");

            assertThat(slipway(starter, "status").out())
                    .contains("4 nodes · 3 in service · 1 unknown · 0 in runbooks · 0 held · 0 out by others")
                    .contains("1 not in the fleet any more", "budget 0 of 2 used")
                    .containsPattern("gpu-900 +image-drift +not-in-fleet")
                    .containsPattern("gpu-node-01 +unknown .*the reading of .* has no such node");
        }
    }

    @Test
    void aRowOfAFleetThatIsNoLongerConfiguredIsListed() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            NodeNote old = new NodeNote(
                    new NodeRef("prod-b", "gpu-500"),
                    "prod-b",
                    "image-drift",
                    NodeState.HELD,
                    "hold",
                    "a fan is broken",
                    "node/prod-b/gpu-500",
                    "run-1",
                    hourAgo,
                    Optional.empty());
            starter.ledger.nodeRows().put(old);

            assertThat(slipway(starter, "status").out())
                    .containsPattern("gpu-500 +image-drift +not-in-fleet .*was HELD: a fan is broken");
        }
    }

    @Test
    void aFleetWithoutNodesIsNotInService() {
        try (RunningStarter starter = RunningStarter.in(folder, List.of())) {
            read(starter, minutesAgo, List.of());

            assertThat(slipway(starter, "status").out())
                    .contains("0 nodes · 0 in service", "Fleet prod-a has no node, as read 3 min ago")
                    .doesNotContain("Every node is in service");
        }
    }

    @Test
    void theBudgetCountsNodesThatOthersTookOut() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter, minutesAgo, List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01"), "gpu-041", "gpu-077");
            assertThat(slipway(starter, "status").out()).contains("budget 2 of 2 used, 2 of them by others");

            starter.row("gpu-102", NodeState.DRAINING, Instant.now());
            assertThat(slipway(starter, "status").out()).contains("budget 3 of 2 used, 2 of them by others");
            assertThat(starter.get("/").body()).contains("budget 3 of 2 used, 2 of them by others");

            starter.row("gpu-077", NodeState.WAITING, Instant.now());
            assertThat(slipway(starter, "status").out())
                    .as("a run waits on a node that others took out")
                    .contains("budget 3 of 2 used, 1 of them by others");

            starter.row("gpu-node-01", NodeState.HELD, hourAgo);
            assertThat(slipway(starter, "status").out())
                    .as("somebody uncordoned a held node")
                    .contains("budget 3 of 2 used, 1 of them by others");
        }
    }

    @Test
    void theBudgetIsUnknownWhereNobodyKnowsWhatOthersTookOut() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.row("gpu-102", NodeState.HELD, hourAgo);
            assertThat(slipway(starter, "status").out()).contains("budget of 2: 1 used by us, by others unknown");
        }
    }

    @Test
    void theReportOfANodeHasTheStateOfTheStatus() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(state(starter)).containsPattern("state +unknown");
            read(starter, minutesAgo, List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01"), "gpu-102");
            starter.row("gpu-102", NodeState.IN_SERVICE, hourAgo);
            assertThat(state(starter)).containsPattern("state +out-by-others");
            read(starter, minutesAgo, List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01"));
            assertThat(state(starter)).containsPattern("state +in-service");

            starter.ledger
                    .overrides()
                    .put(new Overrides.Release(NODE, new Who("ada", "tonight"), hourAgo, Instant.now()));
            assertThat(state(starter)).containsPattern("state +released-unverified");
        }
    }

    @Test
    void theReportOfANodeSaysThatTemporalDoesNotAnswer() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .build());
        try (RunningStarter starter = RunningStarter.on(folder, WorkflowClient.newInstance(nowhere))) {
            starter.row("gpu-102", NodeState.DRAINING, hourAgo);

            assertThat(state(starter)).containsPattern("run +unknown: Temporal does not answer");
            assertThat(starter.get("/api/v1/nodes/-/gpu-102").body()).contains("\"temporal\":\"away\"");
        } finally {
            nowhere.shutdownNow();
        }
    }

    @Test
    void everyNodeThatIsOutMayBeUncordoned() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.row("gpu-102", NodeState.DECISION, hourAgo);
            read(starter, minutesAgo, List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01"));
            assertThat(slipway(starter, "status").out())
                    .as("a decision before the cordon leaves the node in service")
                    .doesNotContain("somebody uncordoned it");

            starter.ledger.cordons().keepFirst(new CordonRecord(NODE, "us", "schedulable", "", false, hourAgo));
            int seconds = 0;
            for (NodeState state : List.of(NodeState.DECISION, NodeState.DRAINING, NodeState.MUTATING)) {
                starter.row("gpu-102", state, hourAgo.plusSeconds(++seconds));
                assertThat(slipway(starter, "status").out())
                        .contains("its scheduler gives it work all the same, as read at " + minutesAgo)
                        .contains("somebody uncordoned it; a pod stays");
                assertThat(state(starter)).contains("somebody uncordoned it; a pod stays");
            }
        }
    }

    /** A release may leave the node out, as it was found, and the node may be dead. */
    @Test
    void aReleasedNodeIsUnknownUntilItsSchedulersAreRead() {
        List<String> members = List.of("gpu-041", "gpu-077", "gpu-102", "gpu-node-01");
        try (RunningStarter starter = RunningStarter.in(folder)) {
            read(starter, hourAgo, members, "gpu-102");
            NodeNote released = new NodeNote(
                    NODE,
                    "prod-a",
                    "release",
                    NodeState.IN_SERVICE,
                    "release",
                    "unverified until tomorrow, by ada",
                    NODE.workflowId(),
                    "run-2",
                    minutesAgo,
                    Optional.empty());
            starter.ledger.nodeRows().put(released);

            assertThat(slipway(starter, "status").out())
                    .contains("4 nodes · 3 in service · 1 unknown")
                    .containsPattern("gpu-102 +release +unknown .*unverified until tomorrow, by ada; not read since")
                    .doesNotContain("Every node is in service");

            read(starter, Instant.now(), members, "gpu-102");
            assertThat(slipway(starter, "status").out()).containsPattern("gpu-102 +out-by-others");
        }
    }
}
