package dev.slipway.runbook.driverupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.fake.Scenarios;
import dev.slipway.fake.Scenarios.End;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.verdict.ShareOfTheDay;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: whatever call fails, whenever, and wherever the run is stopped, the node ends at the plan's baseline with
 * proof, at its previous one with the same proof, as it was found, or held; and its clients run again in every ending.
 * Method: an undisturbed run gives the calls; then one run for each of them.
 */
class EveryStepOfAnUpgradeTest {
    private final Scenarios scenarios = new Scenarios("DriverUpgrade");

    @AfterEach
    void close() {
        scenarios.close();
    }

    private FakeNode node(boolean rollback, String procedure) {
        FakeNode node = DriverUpgradeRunbookTest.asPlanned(scenarios.node(rollback));
        node.row = "do " + procedure;
        return node;
    }

    private List<String> journal(boolean rollback, String procedure) {
        FakeNode node = node(rollback, procedure);
        scenarios.start("undisturbed", node, Bench.policy(false));
        assertThat(ends())
                .first()
                .extracting(end -> end.outcome().outcome())
                .isEqualTo(rollback ? Outcome.ROLLED_BACK : Outcome.CONVERGED);
        return List.copyOf(node.journal);
    }

    /** What is paused or stopped runs again on a node that is in service, whichever way it came there. */
    private List<End> ends() {
        List<End> ends = scenarios.ends();
        for (End end : ends) {
            if (!end.outcome().outcome().out()) {
                assertThat(end.node().driver.asFound())
                        .as(end.name() + " → " + end.outcome())
                        .isTrue();
            }
        }
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "EXTERNAL_CHANGE", "VERDICT"})
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(FailureType type) {
        for (boolean rollback : List.of(false, true)) {
            List<String> journal = journal(rollback, "UPGRADE");
            for (Fault.Place place : Fault.Place.of(journal, type)) {
                FakeNode node = node(rollback, "UPGRADE");
                node.faults.addAll(Fault.at(place, type));
                scenarios.start(type + " " + place, node, Bench.policy(false));
            }
            for (End end : ends()) {
                if (type == FailureType.TRANSIENT || type.waitedFor()) {
                    assertThat(end.outcome().outcome())
                            .as(end.name())
                            .isEqualTo(rollback ? Outcome.ROLLED_BACK : Outcome.CONVERGED);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false, UPGRADE", "true, UPGRADE", "false, UPGRADE_KERNEL", "true, UPGRADE_KERNEL"})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallEndsAtASafePoint(boolean cancel, String procedure) {
        for (String call : ShareOfTheDay.of(journal(false, procedure), cancel ? 1 : 0)) {
            FakeNode node = node(false, procedure);
            node.stopsAt(call, () -> scenarios.home(node).stop(node, cancel));
            scenarios.start((cancel ? "cancelled at " : "aborted at ") + call, node, Bench.policy(false));
        }
        ends();
    }

    /** At each call: the first attempt, and the second, had their effect and nobody heard of it. */
    @Test
    void i9_anAttemptThatDidHappenIsJoinedAndNotDoneTwice() {
        for (String procedure : List.of("UPGRADE", "UPGRADE_KERNEL")) {
            for (String call : ShareOfTheDay.of(journal(false, procedure), 0)) {
                FakeNode node = node(false, procedure);
                node.faults.addAll(Fault.tries(new Fault.Place(call, Fault.When.AFTER), 2, FailureType.TRANSIENT));
                scenarios.start("unheard twice " + call, node, Bench.policy(false));
            }
            for (End end : ends()) {
                assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
                assertThat(end.node().boots).as(end.name()).isEqualTo(2);
            }
        }
    }
}
