package dev.slipway.runbook.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done to a node that sleeps, and where it ends; judged by the node. */
class PersistenceRunbookTest {
    private static final List<String> OUT_AND_BACK =
            List.of("Nodes.cordon", "Nodes.drain", "Nodes.readmit", "Nodes.hold", "Evidence.capture");

    private final Bench bench = new Bench().start();
    private final FakeNode node = asleep(bench.node("gpu-1"));

    /** At the pin, in service, with work on it. */
    static FakeNode asleep(FakeNode node) {
        node.packages = "pin";
        node.running = "pin";
        node.row = "do PERSIST";
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run(Reason reason) {
        return bench.runbook(Persistence.class, node).run(Bench.trigger(node, Bench.policy(false), reason));
    }

    private void assertStayedInService() {
        assertThat(node.calls).doesNotContainAnyElementsOf(OUT_AND_BACK);
        assertThat(node.asked).as("leave of service").isZero();
        assertThat(node.work).as("work on the node").isTrue();
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void staysInServiceIsEnabledAndReadBackAMinuteLater() {
        long began = bench.engine.currentTimeMillis();

        NodeOutcome outcome = run(Reason.OPERATOR);

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls)
                .containsSubsequence(
                        "Nodes.facts",
                        "Diagnosis.diagnose",
                        "Gates.mayLeaveService",
                        "Persistence.found",
                        "Persistence.enable",
                        "Persistence.enforce",
                        "Persistence.lasts")
                .doesNotContain("Persistence.restore");
        assertThat(bench.engine.currentTimeMillis() - began).isGreaterThanOrEqualTo(60_000);
        assertThat(outcome.changed()).containsExactly("nvidia-persistenced enabled");
        assertThat(node.persistence.on).isTrue();
        assertStayedInService();
    }

    @Test
    void aModeThatDoesNotLastIsPutBackAsFoundAndTheNodeStaysInService() {
        node.persistence.lasts = false;

        assertThat(run(Reason.OPERATOR).toString()).startsWith("ROLLED_BACK(persistence does not last: GPU-0");
        assertThat(node.persistence.on).isFalse();
        assertStayedInService();
    }

    @Test
    void i3_aNodeWhoseUnitCannotBePutBackIsHeldWithTheReason() {
        node.persistence.lasts = false;
        for (int nth = 1; nth <= 12; nth++) {
            node.faults.add(new Fault("Persistence.restore", nth, Fault.When.BEFORE, FailureType.STEP_FAILED));
        }

        assertThat(run(Reason.OPERATOR).toString()).contains("HELD(", "not undone");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.calls).doesNotContain("Nodes.drain", "Nodes.readmit");
    }

    @Test
    void aGateThatIsClosedLeavesTheNodeUntouched() {
        node.refusal = "PM6: the fleet is frozen";

        assertThat(run(Reason.OPERATOR).outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContain("Persistence.found");
        assertStayedInService();
    }

    /** A fleet that is frozen between the gates and the act. */
    @Test
    void aFreezeBeforeTheActLeavesTheNodeUntouched() {
        node.faults.add(new Fault("Persistence.enable", 1, Fault.When.BEFORE, FailureType.GATE_CLOSED));

        assertThat(run(Reason.OPERATOR).outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.persistence.on).isFalse();
        assertStayedInService();
    }

    @Test
    void anotherMachineUnderTheNameIsHeld() {
        node.faults.add(new Fault("Persistence.enable", 1, Fault.When.BEFORE, FailureType.MACHINE_MISMATCH));

        assertThat(run(Reason.OPERATOR).outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.calls).doesNotContain("Nodes.drain", "Nodes.readmit");
    }

    @Test
    void clocksThatAreLowForHeatAreHeldBecauseThermalIsNotThere() {
        node.row = "to thermal";

        assertThat(run(Reason.OPERATOR).toString()).startsWith("HELD(needs thermal");
        assertThat(node.calls).doesNotContain("Persistence.enable");
        assertThat(node.unschedulable).isTrue();
    }

    /** I1: what was taken out for a fault goes back by proof only. */
    @Test
    void i1_i6_aNodeThatWasFoundFaultyIsEmptiedFirstAndProvenBeforeItReturns() {
        NodeOutcome outcome = run(Reason.HEALTH_FAULT);

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls)
                .containsSubsequence(
                        "Nodes.cordon",
                        "Nodes.drain",
                        "Persistence.enable",
                        "Persistence.lasts",
                        "Gates.verify",
                        "Diagnostics.diag3",
                        "Nodes.readmit");
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void aHeldNodeThatIsAdoptedGoesTheWholeWay() {
        Trigger adopting = Bench.trigger(
                node,
                Bench.policy(false),
                Reason.OPERATOR,
                new Trigger.Options(true, Optional.empty(), "r1", Optional.empty()));

        assertThat(bench.runbook(Persistence.class, node).run(adopting).outcome())
                .isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).containsSubsequence("Nodes.cordon", "Nodes.drain", "Persistence.enable");
    }
}
