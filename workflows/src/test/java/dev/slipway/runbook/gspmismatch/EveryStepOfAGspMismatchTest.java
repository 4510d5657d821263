package dev.slipway.runbook.gspmismatch;

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

/**
 * Goal: whatever call fails, whenever, and wherever the run is stopped, no label stays paused, no client stays stopped, and
 * the node is proven or held. Method: an undisturbed run of each way gives the calls; then one run for each of them.
 */
class EveryStepOfAGspMismatchTest {
    private static final Who WHO = new Who("on-call", "test");
    /** The packages, with what is purged before; and the reset that a reboot follows. */
    private static final List<String> WAYS = List.of("W11", "W19");

    private final Scenarios scenarios = new Scenarios(Bench::gspMismatch);

    @AfterEach
    void close() {
        scenarios.close();
    }

    private FakeNode node(String row) {
        FakeNode node = GspMismatchRunbookTest.failing(scenarios.node(false), row);
        node.driver.gspHelps.remove("reset");
        return node;
    }

    private List<String> journal(String row) {
        FakeNode node = node(row);
        scenarios.start("undisturbed", node, Bench.policy(false));
        assertThat(ends()).first().extracting(end -> end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        return List.copyOf(node.journal);
    }

    private List<End> ends() {
        List<End> ends = scenarios.ends();
        for (End end : ends) {
            String said = end.name() + " → " + end.outcome();
            boolean told = end.outcome().reason().contains("not put back");
            assertThat(told || end.node().driver.asFound()).as(said).isTrue();
            assertThat(end.outcome().outcome()).as(said).isNotEqualTo(Outcome.ROLLED_BACK);
            assertThat(end.node().boots).as(said).isLessThanOrEqualTo(2);
        }
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "STEP_FAILED", "AMBIGUOUS", "VERDICT"})
    void i3_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        for (String row : WAYS) {
            for (String call : journal(row)) {
                for (Fault.When when : Fault.When.values()) {
                    FakeNode node = node(row);
                    String[] parts = call.split("#", 2);
                    node.faults.add(new Fault(parts[0], Integer.parseInt(parts[1]), when, type));
                    scenarios.start(type + " " + when + " " + call + " " + row, node, Bench.policy(false));
                }
            }
            for (End end : ends()) {
                if (type == FailureType.TRANSIENT) {
                    assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
                }
            }
        }
    }

    @Test
    void i3_aRunThatIsAbortedAtEachCallPutsBackWhatWasPausedAndStopped() {
        for (String row : WAYS) {
            for (String call : journal(row)) {
                FakeNode node = node(row);
                node.onCall = at -> {
                    if (at.equals(call)) {
                        scenarios
                                .bench
                                .client()
                                .newUntypedWorkflowStub(node.ref.workflowId())
                                .signal("hold", WHO);
                    }
                };
                scenarios.start("aborted at " + call + " " + row, node, Bench.policy(false));
            }
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.CONVERGED);
        }
    }
}
