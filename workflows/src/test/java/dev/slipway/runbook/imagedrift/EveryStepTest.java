package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.fake.Scenarios;
import dev.slipway.fake.Scenarios.End;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.verdict.ShareOfTheDay;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever step fails, whenever, and however the run is stopped, the node ends readmitted with proof, rolled back
 * with the same proof, as it was found, or held. Method: one run on a whole node gives the journal of calls; then one
 * run for each call, in which that call fails before or after its effect, or is where somebody stops the run.
 */
class EveryStepTest {
    private static final Who WHO = new Who("on-call", "test");
    private static final String LAST = "Ledger.ended#1";
    private final Scenarios scenarios = new Scenarios(Bench::imageDrift);

    @AfterEach
    void close() {
        scenarios.close();
    }

    private void startFailing(Fault.Place place, FailureType type, boolean rollback) {
        FakeNode node = scenarios.node(rollback);
        node.faults.addAll(Fault.at(place, type));
        scenarios.start(type + " " + place + (rollback ? " (rolling back)" : ""), node, Bench.policy(false));
    }

    private static List<Fault> after(String call, int attempts, FailureType type) {
        return Fault.tries(new Fault.Place(call, Fault.When.AFTER), attempts, type);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS"})
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(FailureType type) {
        for (boolean rollback : List.of(false, true)) {
            Fault.Place.of(scenarios.journal(rollback), type).forEach(place -> startFailing(place, type, rollback));
            Outcome undisturbed = rollback ? Outcome.ROLLED_BACK : Outcome.CONVERGED;
            for (End end : scenarios.ends()) {
                if (type == FailureType.TRANSIENT || type.waitedFor()) {
                    assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(undisturbed);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"GATE_CLOSED", "EXTERNAL_CHANGE", "MACHINE_MISMATCH"})
    void aRefusalAtEachCallTouchesNothingBeforeTheCordonAndHoldsAfterTheDrain(FailureType type) {
        List<String> journal = scenarios.journal(false);
        List<String> before = journal.subList(0, journal.indexOf("Nodes.cordon#1"));
        List<String> emptied = journal.subList(journal.indexOf("Nodes.drain#1") + 1, journal.indexOf(LAST));
        ShareOfTheDay.of(journal, type.name().hashCode())
                .forEach(call -> startFailing(new Fault.Place(call, Fault.When.BEFORE), type, false));
        for (End end : scenarios.ends()) {
            String call = end.name().substring(end.name().lastIndexOf(' ') + 1);
            Outcome outcome = end.outcome().outcome();
            if (before.contains(call)) {
                assertThat(outcome).as(end.name()).isEqualTo(Outcome.UNTOUCHED);
                assertThat(end.node().calls).as(end.name()).doesNotContain("Nodes.cordon");
            } else if (call.equals(LAST)) {
                assertThat(outcome).as(end.name()).isEqualTo(Outcome.CONVERGED);
            } else if (emptied.contains(call) || type != FailureType.GATE_CLOSED) {
                assertThat(outcome).as(end.name()).isEqualTo(Outcome.HELD);
                assertThat(end.node().heldReason).as(end.name()).contains("fault BEFORE");
            } else {
                assertThat(outcome).as(end.name()).isIn(Outcome.UNTOUCHED, Outcome.HELD);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"STEP_FAILED", "AMBIGUOUS"})
    void whenNobodyDecidesAnUnknownStateIsHeldAndAKnownOneUndone(FailureType type) {
        int attempts = type == FailureType.STEP_FAILED ? 2 : 1;
        for (boolean rollback : List.of(false, true)) {
            for (String call :
                    ShareOfTheDay.of(scenarios.journal(rollback), type.name().hashCode())) {
                FakeNode node = scenarios.node(rollback);
                node.faults.addAll(after(call, attempts, type));
                scenarios.start(
                        type + " undecided " + call + (rollback ? " (rolling back)" : ""), node, Bench.policy(true));
            }
            for (End end : scenarios.ends()) {
                assertThat(end.decided()).as(end.name() + " asked a person").isTrue();
                Outcome outcome = end.outcome().outcome();
                if (!end.name().contains(LAST)) {
                    assertThat(outcome).as(end.name()).isNotEqualTo(Outcome.CONVERGED);
                }
                if (type == FailureType.AMBIGUOUS && !end.name().contains(LAST)) {
                    assertThat(outcome).as(end.name()).isIn(Outcome.HELD, Outcome.UNTOUCHED);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED"})
    void aFaultyNodeIsCordonedFirstAndNeverReleasedAsUntouched(FailureType type) {
        FakeNode undisturbed = scenarios.node(false);
        scenarios.start("undisturbed", undisturbed, Bench.policy(false), Reason.HEALTH_FAULT);
        scenarios.ends();
        assertThat(undisturbed.calls.getFirst()).isEqualTo("Nodes.cordon");
        for (Fault.Place place : Fault.Place.of(undisturbed.journal, type)) {
            FakeNode node = scenarios.node(false);
            node.faults.addAll(Fault.tries(place, 2, type));
            scenarios.start(type + " " + place, node, Bench.policy(false), Reason.HEALTH_FAULT);
        }
        for (End end : scenarios.ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isNotEqualTo(Outcome.UNTOUCHED);
        }
    }

    /** At each call: the first attempt, and the second, had their effect and nobody heard of it. */
    @Test
    void i9_anAttemptThatDidHappenIsJoinedAndNotDoneTwice() {
        for (boolean rollback : List.of(false, true)) {
            for (String call : ShareOfTheDay.of(scenarios.journal(rollback), rollback ? 1 : 0)) {
                FakeNode node = scenarios.node(rollback);
                node.faults.addAll(after(call, 2, FailureType.TRANSIENT));
                scenarios.start("unheard twice " + call, node, Bench.policy(false));
            }
            int directions = rollback ? 2 : 1;
            for (End end : scenarios.ends()) {
                assertThat(end.outcome().outcome())
                        .as(end.name())
                        .isEqualTo(rollback ? Outcome.ROLLED_BACK : Outcome.CONVERGED);
                assertThat(end.node().transactions).as(end.name()).hasSize(directions);
                assertThat(end.node().boots).as(end.name()).isEqualTo(1 + directions);
            }
        }
    }

    /** At each call: it had its effect, its state was not to be told, and a person looked and said retry. */
    @Test
    void i9_aDecidedRetryOfAStepThatDidHappenRebootsNothingTwice() {
        for (String call : ShareOfTheDay.of(scenarios.journal(false), 0)) {
            FakeNode node = scenarios.node(false);
            node.faults.addAll(after(call, 1, FailureType.AMBIGUOUS));
            scenarios.start("retried " + call, node, Bench.policy(true));
        }
        scenarios.untilEachWaits(run -> run.retry(WHO));
        for (End end : scenarios.ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStopAtEachCallEndsAtASafePoint(boolean cancel) {
        for (String call : ShareOfTheDay.of(scenarios.journal(false), cancel ? 1 : 0)) {
            FakeNode node = scenarios.node(false);
            node.stopsAt(call, () -> scenarios.home(node).stop(node, cancel));
            scenarios.start((cancel ? "cancelled at " : "aborted at ") + call, node, Bench.policy(false));
        }
        scenarios.ends();
    }
}
