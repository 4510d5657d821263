package dev.slipway.runbook.modulereload;

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
 * Goal: whatever call of a reload fails, whenever, and wherever it is stopped, no label stays paused, no client stays
 * stopped, and the node is proven or held. Method: an undisturbed run gives the calls; then one run for each of them. The
 * longest way, through all rungs, and the shortest are both taken.
 */
class EveryStepOfAReloadTest {
    private static final Way SHORTEST = new Way("at once", Outcome.CONVERGED, ModuleReloadRunbookTest::mismatched);

    private static final Way LONGEST = new Way("through all rungs", Outcome.CONVERGED, node -> {
        ModuleReloadRunbookTest.mismatched(node);
        node.driver.brings.remove("load-modules");
        node.driver.brings.remove("reboot");
    });

    private final EveryCall calls = new EveryCall(Bench::moduleReload, end -> {});

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "GATE_CLOSED", "EXTERNAL_CHANGE", "VERDICT"})
    void i3_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        calls.fails(SHORTEST, type);
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
    void i9_i11_anAttemptThatDidHappenIsJoinedAndNoRungIsTakenTwice() {
        for (End end : calls.unheardTwice(LONGEST)) {
            assertThat(end.node().transactions).as(end.name()).hasSize(1);
            assertThat(end.node().boots).as(end.name()).isEqualTo(3);
        }
    }
}
