package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** I19: what heats waits for the end of a freeze for heat; no verdict and no readmission comes of it. */
class HeatTest {
    private static final List<String> HOT = List.of("Diagnostics.diag3", "Diagnostics.nccl", "Nodes.smoke");
    /** Looks of three quarters of an hour each: more than a day. */
    private static final int LONG = 40;

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private void suspended(String method, int nth) {
        node.faults.add(new Fault(method, nth, Fault.When.BEFORE, FailureType.SUSPENDED));
    }

    private void abortAt(String call) {
        at(call, () -> bench.open(node).abort(new Who("oncall", "enough")));
    }

    private void at(String call, Runnable what) {
        node.onCall = at -> {
            if (at.equals(call)) {
                what.run();
            }
        };
    }

    private NodeOutcome run() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
    }

    @Test
    void i19_aRunThatIsSuspendedForMoreThanADayGoesOnWhereItWas() {
        HOT.forEach(method -> suspended(method, 1));
        node.heatLooks = LONG;

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls.stream().filter("Diagnostics.suspension"::equals))
                .as("looks, and the one that says that it is over, for each")
                .hasSize(LONG + HOT.size());
        HOT.forEach(method -> assertThat(node.calls.stream().filter(method::equals))
                .as(method)
                .hasSize(2));
        assertThat(node.calls.indexOf("Nodes.readmit")).isGreaterThan(node.calls.lastIndexOf("Diagnostics.suspension"));
        assertThat(node.boots).as("nothing was done twice").isEqualTo(2);
        assertThat(node.notes).extracting(NodeNote::state).doesNotContain(NodeState.DECISION);
    }

    @Test
    void i19_aStopEndsTheWaitAndTheNodeIsNotReadmittedOnTheNewBaseline() {
        suspended("Diagnostics.diag3", 1);
        node.heatLooks = LONG;
        at(
                "Diagnostics.suspension#3",
                () -> bench.client()
                        .newUntypedWorkflowStub(node.ref.workflowId())
                        .cancel());

        assertThatThrownBy(this::run).isInstanceOf(WorkflowFailedException.class);

        assertThat(node.outcome.orElseThrow().outcome()).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(node.calls.stream().filter("Diagnostics.suspension"::equals)).hasSize(3);
        assertThat(node.packages).isEqualTo(FakeNode.PREVIOUS.id());
    }

    @Test
    void i19_aStoppedRunThatIsStillSuspendedOnItsWayBackIsHeldWithTheReason() {
        suspended("Diagnostics.diag3", 1);
        suspended("Diagnostics.diag3", 2);
        node.heatLooks = LONG;
        abortAt("Diagnostics.suspension#3");

        NodeOutcome end = run();

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.reason()).contains("suspended", "frozen for heat");
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }

    @Test
    void i19_aRepairThatIsStoppedWhileItIsSuspendedIsHeld() {
        node.running = "old";
        node.packages = "pin";
        node.row = "M13";
        suspended("Diagnostics.diag2", 1);
        node.heatLooks = LONG;
        abortAt("Diagnostics.suspension#2");

        NodeOutcome end = bench.moduleReload(node).run(Bench.trigger(node));

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.reason()).contains("aborted by oncall");
        assertThat(node.calls).doesNotContain("Nodes.readmit", "Diagnostics.diag3");
    }
}
