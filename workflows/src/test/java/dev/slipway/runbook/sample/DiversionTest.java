package dev.slipway.runbook.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.rollout.Rollout;
import dev.slipway.rollout.RolloutPlan;
import dev.slipway.rollout.RolloutSummary;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A node that needs another runbook gets it under the same lock, cordon and grant. The other runbook is one that no file
 * outside this folder knows: that it runs at all is the proof that a fifth runbook edits nothing.
 */
class DiversionTest {
    private static final Who WHO = new Who("on-call", "test");
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    DiversionTest() {
        bench.worker.registerWorkflowImplementationTypes(FirstAidRunbook.class, SecondAidRunbook.class);
        bench.start();
        node.installed.put("first-aid", "FirstAid");
        node.installed.put("second-aid", "SecondAid");
        node.rows.put("image-drift", "A1");
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run() {
        return bench.imageDrift(node).run(Bench.trigger(node));
    }

    @Test
    void theOtherRunbookEndsTheRunUnderTheSameCordonGrantAndToken() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.path()).containsExactly("image-drift", "first-aid");
        assertThat(node.calls).containsOnlyOnce("Nodes.cordon", "Nodes.readmit", "Ledger.ended");
        assertThat(node.asked).as("grants asked").isEqualTo(1);
        assertThat(node.givenBack).isEqualTo(1);
        assertThat(node.tokens).as("one token on node, cordon and ledger").hasSize(1);
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void theWayOfTheNodeIsOneStoryWithEachRunbooksRowAndEnd() {
        NodeOutcome outcome = run();

        assertThat(outcome.entries())
                .extracting(pathEntry -> pathEntry.runbook() + " " + pathEntry.row() + " " + pathEntry.how())
                .containsExactly("image-drift A1 → first-aid", "first-aid D17 CONVERGED");
        assertThat(outcome.started()).isEqualTo(outcome.entries().getFirst().began());
        assertThat(outcome.entries().getFirst().ended())
                .isBetween(
                        outcome.entries().getFirst().began(),
                        outcome.entries().getLast().began());
    }

    @Test
    void theNodeIsNeverReadmittedBetweenTwoRunbooks() {
        run();

        List<String> beforeTheProof = node.calls.subList(0, node.calls.indexOf("Diagnostics.nccl"));
        assertThat(beforeTheProof).contains("Diagnosis.workflowType").doesNotContain("Nodes.readmit");
    }

    @Test
    void whatWasDoneOnTheWayIsNeitherRepeatedNorMistakenForTheNextRunbooksWork() {
        node.rows.remove("image-drift");
        node.badDiag.add("pin");
        node.badDiag.add("previous");
        node.installed.put("gpu-fault-rma", "FirstAid");

        node.onCall = call -> {
            if (call.equals("Diagnosis.workflowType#1")) {
                node.badDiag.clear();
            }
        };

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.changed())
                .as("what the first runbook changed, and the second")
                .hasSize(2);
        assertThat(Collections.frequency(node.calls, "Evidence.capture")).isEqualTo(1);
        assertThat(node.transactions.keySet())
                .as("each runbook works in directories of its own")
                .anyMatch(directory -> directory.endsWith("/converge-1"))
                .anyMatch(directory -> directory.endsWith("/undo-converge-1"))
                .anyMatch(directory -> directory.endsWith("/first-aid-converge-1"));
    }

    @Test
    void aNodeThatWasChangedOnTheWayIsNotReleasedAsUntouchedByTheNextRunbook() {
        node.rows.remove("image-drift");
        node.rows.put("first-aid", "D0");
        node.badDiag.add("pin");
        node.badDiag.add("previous");
        node.installed.put("gpu-fault-rma", "FirstAid");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(clean: row D0");
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void afterThreeRunbooksTheNodeIsHeldForTheFourth() {
        node.rows.put("first-aid", "B1");
        node.rows.put("second-aid", "D2");
        node.installed.put("gpu-fault-rma", "FirstAid");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).isEqualTo("HELD(needs gpu-fault-rma)");
        assertThat(outcome.path()).containsExactly("image-drift", "first-aid", "second-aid");
        assertThat(node.calls).containsOnlyOnce("Nodes.cordon").doesNotContain("Nodes.readmit");
    }

    @Test
    void aRunbookIsNotEnteredTwice() {
        node.rows.put("first-aid", "A1");

        assertThat(run().toString()).isEqualTo("HELD(needs first-aid)");
    }

    @Test
    void aRunThatIsToStopDoesNotBeginAnotherRunbook() {
        node.onCall = call -> {
            if (call.equals("Nodes.cordon#1")) {
                bench.client()
                        .newWorkflowStub(ImageDrift.class, node.ref.workflowId())
                        .abort(WHO);
            }
        };

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).isEqualTo("HELD(needs first-aid)");
        assertThat(outcome.path()).containsExactly("image-drift");
    }

    @Test
    void theWaveCountsTheLastRunbooksOutcome() {
        bench.plan.add(Bench.trigger(node, Bench.policy(false), Reason.ROLLOUT));
        Rollout rollout = bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("rollout/change-1")
                                .build());

        RolloutSummary summary = rollout.run(new RolloutPlan(
                "change-1",
                "prod",
                "fleet",
                "ImageDrift",
                "plan-1",
                1,
                List.of(1),
                1,
                Duration.ofMinutes(5),
                RolloutPlan.Terms.failing(1)));

        assertThat(summary.outcomes()).containsExactlyEntriesOf(java.util.Map.of("CONVERGED", 1));
        assertThat(node.running).isEqualTo("pin");
    }
}
