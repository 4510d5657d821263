package dev.slipway.runbook.fabricmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.EveryCall;
import dev.slipway.fake.EveryCall.Way;
import dev.slipway.fake.Scenarios.End;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
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
    private static final Way LONGEST = new Way("through all rungs", Outcome.CONVERGED, node -> {
        FabricManagerRunbookTest.atThePin(node);
        node.row = "N14";
        node.fabric.helps.clear();
        node.fabric.helps.add("reboot");
    });

    private final EveryCall calls = new EveryCall(Bench::fabricManager, EveryStepOfAFabricTest::owed);

    private static void owed(End end) {
        String said = end.name() + " → " + end.outcome();
        assertThat(end.node().boots).as(said).isLessThanOrEqualTo(2);
        assertThat(end.node().fabric.restarts()).as(said).isLessThanOrEqualTo(1);
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "EXTERNAL_CHANGE", "VERDICT"})
    void i3_i11_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        calls.fails(LONGEST, type);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallPutsBackWhatWasPausedAndStopped(boolean cancel) {
        for (End end : calls.stopped(LONGEST, cancel)) {
            assertThat(end.outcome().outcome()).as(end.name()).isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.CONVERGED);
        }
    }

    @Test
    void i9_i11_anAttemptThatDidHappenIsJoined() {
        for (End end : calls.unheardTwice(LONGEST)) {
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }
}
