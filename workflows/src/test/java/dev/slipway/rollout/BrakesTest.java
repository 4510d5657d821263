package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Reason;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What stops a rollout, and what it waits for. */
class BrakesTest {
    private static final Who STARTER = new Who("ada", "nightly drift");
    private static final Who SECOND = new Who("grace", "looked at the plan");
    private static final RolloutPlan.Approval NOBODY = new RolloutPlan.Approval(false, false, false, "ada");
    private final Bench bench = new Bench();
    private final List<FakeNode> nodes =
            IntStream.rangeClosed(1, 5).mapToObj(i -> bench.node("gpu-" + i)).toList();

    BrakesTest() {
        bench.start(new FakeBudgetClient(bench, 1));
        for (FakeNode node : nodes) {
            bench.plan.add(Bench.trigger(node, Bench.policy(false), Reason.ROLLOUT));
        }
    }

    @AfterEach
    void close() {
        bench.close();
        nodes.forEach(node -> assertThat(node.violations).isEmpty());
    }

    private Rollout start(int mayFail, RolloutPlan.Approval approval) {
        Rollout rollout = bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("rollout/change-1")
                                .build());
        WorkflowClient.start(
                rollout::run,
                new RolloutPlan(
                        "change-1",
                        "prod",
                        "fleet",
                        "ImageDrift",
                        "plan-1",
                        5,
                        List.of(1, 5),
                        1,
                        Duration.ofMinutes(5),
                        new RolloutPlan.Terms(mayFail, approval)));
        return rollout;
    }

    private static RolloutSummary end(Rollout rollout) {
        return WorkflowStub.fromTyped(rollout).getResult(RolloutSummary.class);
    }

    private FakeNode node(int nth) {
        return nodes.get(nth - 1);
    }

    private List<String> told() {
        return bench.node("rollout").told;
    }

    /** I15: the budget, over all waves. */
    @Test
    void i15_stopsWhenMoreEndedBadlyThanMayAndTellsItsOwner() {
        node(2).badDiag.add("pin");
        node(3).smoke.put("pin", Verdict.FAIL);

        RolloutSummary summary = end(start(1, NOBODY));

        assertThat(summary.outcomes())
                .containsEntry("CONVERGED", 1)
                .containsEntry("ROLLED_BACK", 2)
                .containsEntry("UNTOUCHED", 2);
        assertThat(summary.why()).contains("failure budget: 2 ended badly, 1 may");
        assertThat(told()).singleElement().asString().contains("stopped", "failure budget");
    }

    @Test
    void aNodeThatRollsBackWithinTheBudgetStopsNobody() {
        node(3).badDiag.add("pin");

        assertThat(end(start(1, NOBODY)).outcomes())
                .containsEntry("CONVERGED", 4)
                .containsEntry("ROLLED_BACK", 1);
        assertThat(told()).isEmpty();
    }

    /** I18: the same failure on two nodes speaks against the change. */
    @Test
    void i18_theSameGateOnTwoNodesStopsNewStartsWhateverTheBudget() {
        node(2).badDiag.add("pin");
        node(3).badDiag.add("pin");

        RolloutSummary summary = end(start(5, NOBODY));

        assertThat(summary.why()).contains("G5 failed on gpu-2 and gpu-3: suspect the change, not the nodes");
        assertThat(summary.outcomes()).containsEntry("UNTOUCHED", 2);
    }

    /** I15: a canary is there to fail first. */
    @Test
    void i15_aCanaryThatFailsStopsTheRollout() {
        node(1).badDiag.add("pin");

        RolloutSummary summary = end(start(5, NOBODY));

        assertThat(summary.why()).startsWith("canary gpu-1 ROLLED_BACK");
        assertThat(summary.outcomes()).containsEntry("UNTOUCHED", 4);
    }

    /** I17: no node starts outside the window. */
    @Test
    void i17_waitsForTheWindowAndGoesOnWhenItOpens() {
        bench.opensIn(Duration.ofHours(6));
        Rollout rollout = start(1, NOBODY);
        bench.engine.sleep(Duration.ofHours(5));
        assertThat(node(1).calls).isEmpty();

        assertThat(end(rollout).outcomes()).containsEntry("CONVERGED", 5);
    }

    @Test
    void waitsForApprovalAndBeginsWhenAPersonApproves() {
        Rollout rollout = start(1, new RolloutPlan.Approval(true, false, false, "ada"));
        bench.engine.sleep(Duration.ofHours(5));
        assertThat(node(1).calls).isEmpty();
        assertThat(rollout.view().state()).isEqualTo("waits for approval");

        rollout.approve(STARTER);

        RolloutSummary summary = end(rollout);
        assertThat(summary.outcomes()).containsEntry("CONVERGED", 5);
        assertThat(summary.approvals()).containsExactly("approved by ada (nightly drift)");
        assertThat(summary.problems()).isEmpty();
    }

    @Test
    void aDeniedRolloutTouchesNoNode() {
        Rollout rollout = start(1, new RolloutPlan.Approval(true, false, false, "ada"));

        rollout.deny(SECOND);

        RolloutSummary summary = end(rollout);
        assertThat(summary.why()).isEqualTo("denied by grace (looked at the plan)");
        assertThat(summary.outcomes()).containsExactlyEntriesOf(java.util.Map.of("UNTOUCHED", 5));
        assertThat(node(1).calls).isEmpty();
    }

    @Test
    void fourEyesAreTwoPeopleAndNoSignal() {
        Rollout rollout = start(1, new RolloutPlan.Approval(true, true, true, "ada"));

        assertThatThrownBy(() -> rollout.approve(new Who(" Ada", "in a hurry")))
                .rootCause()
                .hasMessageContaining("second person");
        WorkflowStub.fromTyped(rollout).signal("approve", SECOND);
        bench.engine.sleep(Duration.ofHours(1));
        assertThat(node(1).calls).isEmpty();
        rollout.approve(SECOND);

        assertThat(end(rollout).outcomes()).containsEntry("CONVERGED", 5);
    }

    @Test
    void aSignalApprovesOnlyWherePolicySaysSo() {
        Rollout refusing = start(1, new RolloutPlan.Approval(true, false, false, "ada"));
        WorkflowStub.fromTyped(refusing).signal("approve", SECOND);
        bench.engine.sleep(Duration.ofHours(1));
        assertThat(refusing.view().problems()).anyMatch(line -> line.contains("dropped: the policy takes approvals"));
        refusing.deny(SECOND);
        end(refusing);

        Rollout taking = start(1, new RolloutPlan.Approval(true, false, true, "ada"));
        WorkflowStub.fromTyped(taking).signal("approve", SECOND);

        assertThat(end(taking).outcomes()).containsEntry("CONVERGED", 5);
    }
}
