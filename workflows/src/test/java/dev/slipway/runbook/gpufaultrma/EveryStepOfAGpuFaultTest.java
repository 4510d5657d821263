package dev.slipway.runbook.gpufaultrma;

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
 * Goal: whatever call fails, whenever, and wherever the run is stopped, what was paused or stopped is put back, no rung is
 * taken twice, and the node is proven or held. Method: an undisturbed run gives the calls; then one run for each of them, on
 * the way that ends well and on the way through every rung to a candidate.
 */
class EveryStepOfAGpuFaultTest {
    private static final Way MENDED = new Way("mended", Outcome.CONVERGED, GpuFaultRmaRunbookTest::faulty);

    private static final Way HOPELESS = new Way("hopeless", Outcome.RMA_CANDIDATE, node -> {
        GpuFaultRmaRunbookTest.faulty(node);
        node.gpus.curedBy = "nothing";
        node.gpus.offTheBus = true;
    });

    private final EveryCall calls = new EveryCall(Bench::gpuFaultRma, EveryStepOfAGpuFaultTest::owed);

    /** A ticket for a candidate only, and one at the most. */
    private static void owed(End end) {
        int most = end.outcome().outcome() == Outcome.RMA_CANDIDATE ? 1 : 0;
        assertThat(end.node().gpus.tickets.size())
                .as(end.name() + " → " + end.outcome())
                .isLessThanOrEqualTo(most);
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "EXTERNAL_CHANGE", "VERDICT"})
    void i3_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        calls.fails(MENDED, type);
        calls.fails(HOPELESS, type);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallIsProvenOrHeld(boolean cancel) {
        for (End end : calls.stopped(HOPELESS, cancel)) {
            assertThat(end.outcome().outcome())
                    .as(end.name())
                    .isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.RMA_CANDIDATE);
        }
    }

    @Test
    void i9_i11_anAttemptThatDidHappenIsJoinedAndNoRungIsTakenTwice() {
        for (End end : calls.unheardTwice(HOPELESS)) {
            assertThat(end.node().boots).as(end.name()).isEqualTo(3);
            assertThat(end.node().gpus.tickets).as(end.name()).hasSize(1);
        }
    }
}
