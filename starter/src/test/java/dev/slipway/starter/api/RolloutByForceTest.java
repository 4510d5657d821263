package dev.slipway.starter.api;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.rollout.RolloutPlan;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rollout that was terminated says nothing more: what the ledger has of its nodes is shown, and none as well. */
class RolloutByForceTest {
    private static final Instant KEPT = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = KEPT.plusSeconds(600);
    private static final Who WHO = new Who("oncall", "drift");

    @TempDir
    Path folder;

    private static NodeRef node(int n) {
        return new NodeRef("prod-a", "gpu-04" + n);
    }

    private static Trigger trigger(NodeRef node) {
        return new Trigger(
                node,
                "prod-a",
                Reason.ROLLOUT,
                WHO,
                new BaselineRef("pin", "aaaa"),
                Optional.empty(),
                new NodePolicy(
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        false,
                        Duration.ofHours(1),
                        1,
                        NodePolicy.ConvergeBy.PACKAGES,
                        List.of()),
                new Trigger.Options(false, Optional.empty(), "rack", Optional.empty()),
                Optional.empty());
    }

    private static void ended(RunningStarter starter, NodeRef node, Outcome outcome, Instant at) {
        ended(starter, outcome(node, outcome, at, "c1", false));
    }

    private static NodeOutcome outcome(NodeRef node, Outcome outcome, Instant at, String change, boolean foundClean) {
        return new NodeOutcome(
                node, outcome, "", "D5", List.of(), List.of(), at, at, "", false, List.of(), change, foundClean);
    }

    private static void ended(RunningStarter starter, NodeOutcome outcome) {
        NodeRef node = outcome.node();
        Instant at = outcome.ended();
        Act act = new Act(
                node,
                "prod-a",
                "t-" + node + at,
                node.workflowId(),
                "image-drift",
                Step.RELEASE,
                1,
                Optional.empty(),
                at);
        starter.ledger.outcomes().put(act, outcome);
    }

    private static void stands(RunningStarter starter, NodeRef node, NodeState state, Instant at) {
        starter.ledger
                .nodeRows()
                .put(new NodeNote(
                        node,
                        "prod-a",
                        "image-drift",
                        state,
                        "drain",
                        "",
                        node.workflowId(),
                        "t-" + node,
                        at,
                        Optional.empty()));
    }

    /** Five nodes: well, rolled back, in work, untouched, and converged before the plan was made. */
    private static void terminated(RunningStarter starter) {
        kept(starter);
        rollout(starter, "nobody").terminate("by hand");
    }

    private static void kept(RunningStarter starter) {
        List<Trigger> plan =
                List.of(1, 2, 3, 4, 5).stream().map(n -> trigger(node(n))).toList();
        starter.ledger.plans().keep("c1", plan, WHO, KEPT);
        ended(starter, node(1), Outcome.CONVERGED, LATER);
        stands(starter, node(1), NodeState.IN_SERVICE, LATER);
        ended(starter, node(2), Outcome.ROLLED_BACK, LATER);
        stands(starter, node(2), NodeState.IN_SERVICE, LATER);
        ended(starter, node(3), Outcome.CONVERGED, KEPT.minusSeconds(60));
        stands(starter, node(3), NodeState.DRAINING, LATER);
        ended(starter, node(5), Outcome.CONVERGED, KEPT.minusSeconds(60));
        stands(starter, node(5), NodeState.IN_SERVICE, KEPT.minusSeconds(60));
    }

    private static WorkflowStub rollout(RunningStarter starter, String queue) {
        WorkflowStub rollout = starter.memory()
                .newUntypedWorkflowStub(
                        "Rollout",
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(queue)
                                .setWorkflowId("rollout/c1")
                                .build());
        rollout.start(new RolloutPlan(
                "c1", "prod-a", "c1", "ImageDrift", "", 5, List.of(5), 1, Duration.ZERO, RolloutPlan.Terms.failing(1)));
        return rollout;
    }

    private static JsonNode shown(RunningStarter starter) throws IOException {
        return new ObjectMapper().readTree(starter.get("/api/v1/rollouts/c1").body());
    }

    /** As {@link #kept} left the five, but for those whose number and state are given. */
    private static void assertStates(JsonNode shown, Map<Integer, String> differing) {
        List<String> states =
                new ArrayList<>(List.of("in-service", "in-service", "draining", "untouched", "untouched"));
        differing.forEach((n, state) -> states.set(n - 1, state));
        assertThat(shown.path("nodes").findValuesAsText("state"))
                .as("gpu-045 has a row from before the plan")
                .isEqualTo(states);
    }

    /** What ended since the plan was made, and nothing of a later run. */
    private static void assertOutcomes(JsonNode shown) {
        assertThat(shown.path("nodes").findValuesAsText("outcome"))
                .containsExactly("CONVERGED", "ROLLED_BACK", "UNKNOWN", "UNTOUCHED", "UNTOUCHED");
    }

    /** The rollout itself does not answer: the ledger counts its nodes and names the one that is still out. */
    private static void assertCountedByLedger(JsonNode shown) {
        assertStates(shown, Map.of());
        assertOutcomes(shown);
        assertThat(shown.path("outcomes").toString())
                .isEqualTo("{\"CONVERGED\":1,\"ROLLED_BACK\":1,\"UNKNOWN\":1,\"UNTOUCHED\":2}");
        assertThat(shown.path("problems").toString())
                .contains("by the ledger, 1 of 5 nodes", "gpu-043 (draining)", "slipway node show prod-a/gpu-043");
    }

    @Test
    void theLedgerSaysHowTheNodesOfATerminatedRolloutEndedAndWhichAreStillOut() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            terminated(starter);

            JsonNode shown = shown(starter);

            assertThat(shown.path("status").asText()).startsWith("terminated");
            assertCountedByLedger(shown);
            assertThat(slipway(starter, "rollout", "status", "c1", "--left").out())
                    .containsPattern("gpu-042 +in-service +ROLLED_BACK")
                    .contains("gpu-043", "gpu-044", "gpu-045")
                    .doesNotContain("gpu-041");
        }
    }

    /** Temporal deletes what ended before its retention; the ledger still knows that the rollout ran, and its nodes. */
    @Test
    void aRolloutThatTemporalKeepsNoLongerIsNotToldAsPlanned() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            kept(starter);

            JsonNode shown = shown(starter);

            assertThat(shown.path("status").asText())
                    .isEqualTo("not in Temporal: it was never started, or Temporal keeps it no longer");
            assertCountedByLedger(shown);
        }
    }

    /** A person repairs a node that the rollout rolled back, while it goes on; another was well when it was read. */
    @Test
    void aRunThatAPersonStartedMeanwhileIsNotOfTheRollout() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            kept(starter);
            rollout(starter, starter.queue());
            ended(starter, outcome(node(2), Outcome.CONVERGED, LATER.plusSeconds(9), "", false));
            ended(starter, outcome(node(4), Outcome.UNTOUCHED, LATER, "c1", true));

            assertThat(shown(starter).path("nodes").findValuesAsText("outcome"))
                    .containsExactly("CONVERGED", "ROLLED_BACK", "", "UNTOUCHED", "");
            assertThat(shown(starter).path("nodes").findValuesAsText("leftBehind"))
                    .containsExactly("false", "true", "true", "false", "true");
        }
    }

    @Test
    void aPlanOfWhichNothingRanIsNotSaidToHaveEnded() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.plans().keep("c1", List.of(trigger(node(1))), WHO, KEPT);

            JsonNode shown = shown(starter);

            assertThat(shown.path("status").asText())
                    .isEqualTo("not in Temporal: it was never started, or Temporal keeps it no longer");
            assertThat(shown.path("outcomes")).isEmpty();
            assertThat(shown.path("nodes").findValuesAsText("state")).containsExactly("planned");
        }
    }

    /** While it runs, a node that it has not begun is planned; once it has ended by itself, that node is untouched. */
    @Test
    void aRolloutThatCompletedLeftTheNodesThatItNeverBegan() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            kept(starter);
            WorkflowStub rollout = rollout(starter, starter.queue());
            assertStates(shown(starter), Map.of(4, "planned", 5, "planned"));

            rollout.update("abort", String.class, WHO);
            rollout.getResult(Object.class);
            Instant afterwards = Instant.now().plusSeconds(3600);
            ended(starter, node(1), Outcome.HELD, afterwards);
            stands(starter, node(1), NodeState.HELD, afterwards);
            stands(starter, node(2), NodeState.DRAINING, afterwards);

            JsonNode shown = shown(starter);
            assertThat(shown.path("status").asText()).isEqualTo("stopped");
            assertStates(shown, Map.of(1, "HELD", 2, "draining"));
            assertOutcomes(shown);
        }
    }

    @Test
    void theListOfRolloutsEndsWithNoneMissingAndSaysWhereEachIs() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(slipway(starter, "rollout", "list").out())
                    .contains("there is no rollout yet; plan one: slipway drift check");
            terminated(starter);
            for (int n = 2; n <= 23; n++) {
                Instant kept = KEPT.plusSeconds(n);
                starter.ledger.plans().keep("c" + n, List.of(trigger(node(1))), WHO, kept);
            }

            String newest = slipway(starter, "rollout", "list").out();
            String all = slipway(starter, "rollout", "list", "--all").out();

            assertThat(newest)
                    .containsPattern("c23 +prod-a +1 +.* oncall +not in Temporal: .* +drift")
                    .contains("and 3 more: slipway rollout list --all")
                    .doesNotContainPattern("\nc1 ");
            assertThat(all)
                    .containsPattern("c1 +prod-a +5 +.* oncall +terminated")
                    .doesNotContain(" more");
            assertThat(all.lines().filter(line -> line.startsWith("c"))).hasSize(23);
        }
    }
}
