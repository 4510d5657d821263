package dev.slipway.runbook.gpufaultrma;

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
 * Goal: whatever call fails, whenever, and wherever the run is stopped, what was paused or stopped is put back, no rung is
 * taken twice, and the node is proven or held. Method: an undisturbed run gives the calls; then one run for each of them, on
 * the way that ends well and on the way through every rung to a candidate.
 */
class EveryStepOfAGpuFaultTest {
    private static final Who WHO = new Who("on-call", "test");
    private final Scenarios scenarios = new Scenarios(Bench::gpuFaultRma);

    @AfterEach
    void close() {
        scenarios.close();
    }

    private FakeNode node(boolean hopeless) {
        FakeNode node = GpuFaultRmaRunbookTest.faulty(scenarios.node(false));
        if (hopeless) {
            node.gpus.curedBy = "nothing";
            node.gpus.offTheBus = true;
        }
        return node;
    }

    private List<String> journal(boolean hopeless) {
        FakeNode node = node(hopeless);
        scenarios.start("undisturbed", node, Bench.policy(false));
        assertThat(ends())
                .first()
                .extracting(end -> end.outcome().outcome())
                .isEqualTo(hopeless ? Outcome.RMA_CANDIDATE : Outcome.CONVERGED);
        return List.copyOf(node.journal);
    }

    private List<End> ends() {
        List<End> ends = scenarios.ends();
        for (End end : ends) {
            String said = end.name() + " → " + end.outcome();
            boolean told = end.outcome().reason().contains("not put back");
            assertThat(told || end.node().driver.asFound()).as(said).isTrue();
            assertThat(end.outcome().outcome()).as(said).isNotEqualTo(Outcome.ROLLED_BACK);
            assertThat(end.node().gpus.tickets.size()).as(said).isLessThanOrEqualTo(1);
            assertThat(end.outcome().outcome() == Outcome.RMA_CANDIDATE
                            || end.node().gpus.tickets.isEmpty())
                    .as(said)
                    .isTrue();
        }
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "FOREIGN_ACTOR", "VERDICT"})
    void i3_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        for (boolean hopeless : List.of(false, true)) {
            for (String call : journal(hopeless)) {
                for (Fault.When when : Fault.When.values()) {
                    FakeNode node = node(hopeless);
                    String[] parts = call.split("#", 2);
                    node.faults.add(new Fault(parts[0], Integer.parseInt(parts[1]), when, type));
                    scenarios.start(type + " " + when + " " + call + " " + hopeless, node, Bench.policy(false));
                }
            }
            for (End end : ends()) {
                if (type == FailureType.TRANSIENT) {
                    assertThat(end.outcome().outcome())
                            .as(end.name())
                            .isEqualTo(hopeless ? Outcome.RMA_CANDIDATE : Outcome.CONVERGED);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallIsProvenOrHeld(boolean cancel) {
        for (String call : journal(true)) {
            FakeNode node = node(true);
            node.onCall = at -> {
                if (at.equals(call)) {
                    stop(node, cancel);
                }
            };
            scenarios.start((cancel ? "cancelled at " : "aborted at ") + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome())
                    .as(end.name())
                    .isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.RMA_CANDIDATE);
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
    void i9_i11_anAttemptThatDidHappenIsJoinedAndNoRungIsTakenTwice() {
        for (String call : journal(true)) {
            FakeNode node = node(true);
            String[] parts = call.split("#", 2);
            for (int later = 0; later < 2; later++) {
                node.faults.add(new Fault(
                        parts[0], Integer.parseInt(parts[1]) + later, Fault.When.AFTER, FailureType.TRANSIENT));
            }
            scenarios.start("unheard twice " + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.RMA_CANDIDATE);
            assertThat(end.node().boots).as(end.name()).isEqualTo(3);
            assertThat(end.node().gpus.tickets).as(end.name()).hasSize(1);
        }
    }
}
