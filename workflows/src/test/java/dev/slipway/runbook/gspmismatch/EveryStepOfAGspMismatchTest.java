package dev.slipway.runbook.gspmismatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.EveryCall;
import dev.slipway.fake.EveryCall.Way;
import dev.slipway.fake.Scenarios.End;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever call fails, whenever, and wherever the run is stopped, no label stays paused, no client stays stopped, and
 * the node is proven or held. Method: an undisturbed run of each way gives the calls; then one run for each of them.
 */
class EveryStepOfAGspMismatchTest {
    /** The packages, with what is purged before; and the reset that a reboot follows. */
    private static final List<Way> WAYS = List.of(way("W11"), way("W19"));

    private final EveryCall calls = new EveryCall(
            Bench::gspMismatch,
            end -> assertThat(end.node().boots).as(end.name()).isLessThanOrEqualTo(2));

    private static Way way(String row) {
        return new Way(row, Outcome.CONVERGED, node -> {
            GspMismatchRunbookTest.failing(node, row);
            node.driver.gspHelps.remove("reset");
        });
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "PART_AWAY", "STEP_FAILED", "AMBIGUOUS", "VERDICT"})
    void i3_aFailureAtEachCallPutsBackWhatWasPausedAndStopped(FailureType type) {
        WAYS.forEach(way -> calls.fails(way, type));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3_aRunThatIsCancelledOrAbortedAtEachCallPutsBackWhatWasPausedAndStopped(boolean cancel) {
        for (Way way : WAYS) {
            for (End end : calls.stopped(way, cancel)) {
                assertThat(end.outcome().outcome())
                        .as(end.name())
                        .isIn(Outcome.UNTOUCHED, Outcome.HELD, Outcome.CONVERGED);
            }
        }
    }
}
