package dev.slipway.runbook.fabricmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.fake.Scenarios;
import dev.slipway.fake.Scenarios.End;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever call fails, whenever, and wherever the run is stopped, nothing stays paused or stopped, the fabric manager
 * is restarted at most once, and the node is proven or held. Method: an undisturbed run of the longest way, through reset,
 * restart and reboot, gives the calls; then one run for each of them.
 */
class EveryStepOfAFabricTest {
    private static final Who WHO = new Who("on-call", "test");
    private final Scenarios scenarios = new Scenarios(Bench::fabricManager);

    @AfterEach
    void close() {
        scenarios.close();
    }

    private FakeNode node() {
        FakeNode node = FabricManagerRunbookTest.atThePin(scenarios.node(false));
        node.row = "N14";
        node.fabric.helps.clear();
        node.fabric.helps.add("reboot");
        return node;
    }

    private List<String> journal() {
        FakeNode node = node();
        scenarios.start("undisturbed", node, Bench.policy(false));
        assertThat(ends()).first().extracting(end -> end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        return List.copyOf(node.journal);
    }

    private List<End> ends() {
        List<End> ends = scenarios.ends();
        for (End end : ends) {
            String said = end.name() + " → " + end.outcome();
            boolean told = end.outcome().reason().contains("not put back");
            assertThat(told || end.node().driver.asFound())
                    .as(said + ": labels " + end.node().driver.labels + ", services " + end.node().driver.running)
                    .isTrue();
            assertThat(end.outcome().outcome()).as(said).isNotEqualTo(Outcome.ROLLED_BACK);
            assertThat(end.node().boots).as(said).isLessThanOrEqualTo(2);
            assertThat(end.node().fabric.restarts()).as(said).isLessThanOrEqualTo(1);
        }
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "FOREIGN_ACTOR", "VERDICT"})
    void i3_i11_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        for (String call : journal()) {
            for (Fault.When when : Fault.When.values()) {
                FakeNode node = node();
                String[] parts = call.split("#", 2);
                node.faults.add(new Fault(parts[0], Integer.parseInt(parts[1]), when, type));
                scenarios.start(type + " " + when + " " + call, node, Bench.policy(false));
            }
        }
        for (End end : ends()) {
            if (type == FailureType.TRANSIENT) {
                assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallPutsBackWhatWasPausedAndStopped(boolean cancel) {
        for (String call : journal()) {
            FakeNode node = node();
            node.onCall = at -> {
                if (at.equals(call)) {
                    stop(node, cancel);
                }
            };
            scenarios.start((cancel ? "cancelled at " : "aborted at ") + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.CONVERGED);
        }
    }

    private void stop(FakeNode node, boolean cancel) {
        var run = scenarios.bench.client().newUntypedWorkflowStub(node.ref.workflowId());
        if (cancel) {
            run.cancel();
        } else {
            run.signal("hold", WHO);
        }
    }

    /** At each call: the first attempt, and the second, had their effect and nobody heard of it. */
    @Test
    void i9_i11_anAttemptThatDidHappenIsJoined() {
        for (String call : journal()) {
            FakeNode node = node();
            String[] parts = call.split("#", 2);
            for (int later = 0; later < 2; later++) {
                node.faults.add(new Fault(
                        parts[0], Integer.parseInt(parts[1]) + later, Fault.When.AFTER, FailureType.TRANSIENT));
            }
            scenarios.start("unheard twice " + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }
}
