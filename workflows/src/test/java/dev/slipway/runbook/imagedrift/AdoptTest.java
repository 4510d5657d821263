package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A held node comes back by a run that takes it over, with proof, whether or not there is anything left to change. */
class AdoptTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    AdoptTest() {
        node.owner = "the run that held it";
        node.unschedulable = true;
        node.heldReason = "XID 79";
        node.work = false;
        node.row = "D0";
        node.packages = "pin";
        node.running = "pin";
        node.holds = true;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private Trigger trigger(boolean adopt) {
        return Bench.trigger(
                node,
                Bench.policy(false),
                Reason.DRIFT_FOUND,
                new Trigger.Options(adopt, Optional.of("c1"), "r1", Optional.empty()));
    }

    private String state() {
        return bench.client()
                .newWorkflowStub(ImageDrift.class, node.ref.workflowId())
                .view()
                .state();
    }

    @Test
    void i1_aHeldNodeThatIsCleanByNowIsProvenByTheSameGatesAndReadmitted() {
        NodeOutcome outcome = bench.imageDrift(node).run(trigger(true));

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.change()).as("the rollout of which it was a run").isEqualTo("c1");
        assertThat(node.asFound()).isTrue();
        assertThat(node.boots).isEqualTo(1);
        assertThat(node.calls)
                .contains("Nodes.drain", "Gates.verify", "Diagnostics.diag3", "Diagnostics.nccl", "Nodes.readmit")
                .doesNotContain("Packages.converge", "Power.reboot");
        assertThat(state()).isEqualTo(NodeState.IN_SERVICE.word());
    }

    @Test
    void i1_aHeldNodeThatIsCleanAndFailsItsGatesIsHeldAgain() {
        node.badDiag.add("pin");

        NodeOutcome outcome = bench.imageDrift(node).run(trigger(true));

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.heldReason).isNotEmpty();
        assertThat(node.calls).doesNotContain("Nodes.readmit", "Packages.converge");
        assertThat(state()).isEqualTo(NodeState.HELD.word());
    }

    @Test
    void i3_aRunThatDoesNotTakeAHeldNodeOverLeavesItHeldAndSaysSo() {
        NodeOutcome outcome = bench.imageDrift(node).run(trigger(false));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(outcome.foundClean()).isTrue();
        assertThat(node.owner).isEqualTo("the run that held it");
        assertThat(node.calls).doesNotContain("Nodes.cordon");
        assertThat(state()).isEqualTo(NodeState.HELD.word());
    }

    @Test
    void anAdoptedNodeThatItsGatesRefuseToLetOutStaysHeld() {
        node.refusal = "outside the window";

        NodeOutcome outcome = bench.imageDrift(node).run(trigger(true));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.unschedulable).isTrue();
        assertThat(state()).isEqualTo(NodeState.HELD.word());
    }
}
