package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.verdict.ShareOfTheDay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both ways of kernel-gpu-missing with every call failing before or after its effect, and with a stop at every call: the
 * node ends readmitted with proof, rolled back with the same proof, as it was found, or held.
 */
class KernelEveryStepTest extends KernelRunsOnABench {
    @ParameterizedTest
    @CsvSource({
        "K16, false, STEP_FAILED",
        "K16, true, STEP_FAILED",
        "K9, false, STEP_FAILED",
        "K9, true, STEP_FAILED",
        "K16, false, AMBIGUOUS",
        "K9, true, AMBIGUOUS"
    })
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(String row, boolean failsOnPin, FailureType type) {
        FakeNode undisturbed = node(row, failsOnPin);
        start("undisturbed", undisturbed);
        ends();
        for (Fault.Place place : Fault.Place.of(undisturbed.journal, type)) {
            FakeNode node = node(row, failsOnPin);
            node.faults.addAll(Fault.tries(place, 2, type));
            start(type + " " + place, node);
        }
        assertThat(ends()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"K16", "K9"})
    void aPartOfTheSiteThatIsAwayForLongAtEachCallChangesNoEnd(String row) {
        FakeNode undisturbed = node(row, false);
        start("undisturbed", undisturbed);
        ends();
        for (Fault.Place place : Fault.Place.of(undisturbed.journal, FailureType.PART_AWAY)) {
            FakeNode node = node(row, false);
            node.faults.addAll(Fault.at(place, FailureType.PART_AWAY));
            start("away " + place, node);
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }

    /** I9: a boot, a build, a default that did happen and that nobody heard of is not done twice. */
    @ParameterizedTest
    @ValueSource(strings = {"K16", "K9"})
    void i9_anAttemptThatDidHappenIsJoinedAndNotDoneTwice(String row) {
        FakeNode undisturbed = node(row, false);
        start("undisturbed", undisturbed);
        ends();
        for (String call : ShareOfTheDay.of(undisturbed.journal, 0)) {
            FakeNode node = node(row, false);
            node.faults.addAll(Fault.tries(new Fault.Place(call, Fault.When.AFTER), 1, FailureType.TRANSIENT));
            start("unheard " + call, node);
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"K16, true", "K9, true", "K9, false"})
    void aStopAtEachCallEndsAtASafePoint(String row, boolean abort) {
        FakeNode undisturbed = node(row, false);
        start("undisturbed", undisturbed);
        ends();
        for (String call : ShareOfTheDay.of(undisturbed.journal, abort ? 1 : 0)) {
            if (call.equals("Ledger.ended#1")) {
                continue;
            }
            FakeNode node = node(row, false);
            node.stopsAt(call, () -> bench.stop(node, !abort));
            start("stop at " + call, node);
        }
        assertThat(ends()).isNotEmpty();
    }
}
