package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a node ends, judged by the node. */
class ImageDriftRunbookTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run() {
        return bench.imageDrift(node).run(Bench.trigger(node));
    }

    @Test
    void convergesADriftedNodeWithProofAndOneReboot() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.running).isEqualTo("pin");
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.asFound()).isTrue();
        assertThat(node.calls)
                .containsSubsequence(
                        "Nodes.cordon",
                        "Evidence.capture",
                        "Nodes.drain",
                        "Packages.converge",
                        "Power.reboot",
                        "Diagnostics.diag1",
                        "Diagnostics.diag3",
                        "Diagnostics.nccl",
                        "Nodes.readmit",
                        "Ledger.ended");
    }

    @Test
    void touchesNothingWhenAPreCheckRefuses() {
        node.refusal = "quorum lost in rack r1";

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).isEqualTo("UNTOUCHED(quorum lost in rack r1)");
        assertThat(node.calls).doesNotContain("Nodes.cordon");
    }

    @Test
    void touchesNothingOnACleanNode() {
        node.row = "D0";

        assertThat(run().outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Gates.mayLeaveService");
    }

    @Test
    void touchesNothingWithoutCapacity() {
        node.capacity = false;

        assertThat(run().reason()).contains("no capacity");
        assertThat(node.calls).doesNotContain("Nodes.cordon");
    }

    @Test
    void i2_leavesANodeCordonedThatSomebodyElseCordoned() {
        node.unschedulable = true;
        node.foreignReason = "disk swap";

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.foreignReason).isEqualTo("disk swap");
    }

    @Test
    void i25_i26_rollsBackThroughTheSameGatesAndPinsThePrevious() {
        node.badDiag.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.pinned).contains(FakeNode.PREVIOUS);
        assertThat(node.asFound()).isTrue();
        assertThat(node.boots).isEqualTo(3);
        assertThat(node.calls)
                .as("settings and what containers are told are those of the driver that runs again")
                .containsSubsequence(
                        "Packages.converge",
                        "Power.reboot",
                        "Packages.settings",
                        "Packages.converge",
                        "Power.reboot",
                        "Packages.settings");
    }

    @Test
    void holdsTheNodeForRmaWhenBothBaselinesFail() {
        node.badDiag.add("pin");
        node.badDiag.add("previous");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(needs gpu-fault-rma");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.heldReason).contains("gpu-fault-rma");
    }

    /** No gate failed on the goal: what fails on the way back alone is not the hardware's. */
    @Test
    void i23_holdsTheNodeForAPersonWhenAStepFailedAndThenThePreviousBaseline() {
        node.faults.add(new Fault("Packages.prove", 1, Fault.When.BEFORE, FailureType.VERDICT));
        node.badDiag.add("previous");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(").contains("and on the previous baseline");
        assertThat(outcome.reason()).doesNotContain("gpu-fault-rma");
    }

    @Test
    void i23_aNodeThatLostAGpuIsHeldForTheRunbookThatIsNotInstalled() {
        node.row = "D2";

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).isEqualTo("HELD(needs gpu-fault-rma)");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.calls).doesNotContain("Packages.converge");
    }

    @Test
    void i5_aFailedSoakCordonsAgainWithoutAsking() {
        node.troubles.add("XID 79 on 0000:1b:00.0");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).contains("HELD(soak failed: XID 79");
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void i5_aNodeThatFailedItsSoakIsOutThoughItCannotBeHeld() {
        node.troubles.add("XID 79 on 0000:1b:00.0");
        node.faults.add(new Fault("Nodes.hold", 1, Fault.When.BEFORE, FailureType.GATE_CLOSED));

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void aFaultyNodeIsCordonedBeforeItsFactsAreRead() {
        bench.imageDrift(node).run(Bench.trigger(node, Bench.policy(false), Reason.HEALTH_FAULT));

        assertThat(node.calls.getFirst()).isEqualTo("Nodes.cordon");
    }

    @Test
    void aSmokeJobThatFailsRollsTheNodeBackThroughTheSameJob() {
        node.smoke.put("pin", Verdict.FAIL);

        assertThat(run().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.calls.stream().filter("Nodes.smoke"::equals)).hasSize(2);
    }

    @Test
    void aSmokeJobThatWasNotRunIsRecordedSoAndStopsNobody() {
        node.smoke.put("pin", Verdict.NOT_RUN);

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void setsRuntimeSettingsWithoutAReboot() {
        node.row = "D20";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.boots).isEqualTo(1);
    }

    @Test
    void i1_anAdoptedNodeThatWasNotTouchedIsHeldAgainNotReleased() {
        Trigger adopting = Bench.trigger(
                node,
                Bench.policy(false),
                Reason.DRIFT_FOUND,
                new Trigger.Options(true, Optional.empty(), "r1", Optional.empty()));
        IntStream.rangeClosed(1, 20)
                .forEach(n ->
                        node.faults.add(new Fault("Nodes.drain", n, Fault.When.BEFORE, FailureType.DRAIN_BLOCKED)));

        NodeOutcome outcome = bench.imageDrift(node).run(adopting);

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }
}
