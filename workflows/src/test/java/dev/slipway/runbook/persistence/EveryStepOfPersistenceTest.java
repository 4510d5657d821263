package dev.slipway.runbook.persistence;

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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever call fails, whenever, and wherever the run is stopped, the mode is on or as it was found, and a node that is
 * not held never left service. Method: an undisturbed run gives the calls; then one run for each of them.
 */
class EveryStepOfPersistenceTest {
    private final Scenarios scenarios = new Scenarios((at, node) -> at.runbook(Persistence.class, node));

    @AfterEach
    void close() {
        scenarios.close();
    }

    private FakeNode node() {
        return PersistenceRunbookTest.asleep(scenarios.node(false));
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
            FakeNode node = end.node();
            assertThat(node.calls).as(said).doesNotContain("Nodes.drain", "Nodes.readmit");
            switch (end.outcome().outcome()) {
                case CONVERGED -> assertThat(node.persistence.on).as(said).isTrue();
                case UNTOUCHED, ROLLED_BACK -> {
                    assertThat(node.persistence.on).as(said).isFalse();
                    assertThat(node.calls).as(said).doesNotContain("Nodes.cordon", "Nodes.hold");
                }
                default -> assertThat(node.heldReason).as(said).isNotEmpty();
            }
        }
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "EXTERNAL_CHANGE", "VERDICT"})
    void i3_aFailureAtEachCallLeavesTheModeOnOrAsFound(FailureType type) {
        for (Fault.Place place : Fault.Place.of(journal(), type)) {
            FakeNode node = node();
            node.faults.addAll(Fault.at(place, type));
            scenarios.start(type + " " + place, node, Bench.policy(false));
        }
        for (End end : ends()) {
            if (type == FailureType.TRANSIENT || type.waitedFor()) {
                assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallLeavesTheModeOnOrAsFound(boolean cancel) {
        for (String call : ShareOfTheDay.of(journal(), cancel ? 1 : 0)) {
            FakeNode node = node();
            node.stopsAt(call, () -> scenarios.home(node).stop(node, cancel));
            scenarios.start((cancel ? "cancelled at " : "aborted at ") + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isNotEqualTo(Outcome.HELD);
        }
    }

    /** At each call: the first attempt, and the second, had their effect and nobody heard of it. */
    @Test
    void i9_anAttemptThatDidHappenIsJoined() {
        for (String call : ShareOfTheDay.of(journal(), 0)) {
            FakeNode node = node();
            node.faults.addAll(Fault.tries(new Fault.Place(call, Fault.When.AFTER), 2, FailureType.TRANSIENT));
            scenarios.start("unheard twice " + call, node, Bench.policy(false));
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
        }
    }
}
