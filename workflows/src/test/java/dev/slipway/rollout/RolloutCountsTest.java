package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every node of a plan is counted, whatever became of its wave. */
class RolloutCountsTest {
    private static final RolloutPlan PLAN = new RolloutPlan(
            "change-1",
            "prod",
            "fleet",
            "ImageDrift",
            "plan-1",
            10,
            List.of(1, 5, 10),
            3,
            Duration.ofMinutes(5),
            RolloutPlan.Terms.failing(9));

    private final RolloutCounts counts = new RolloutCounts(PLAN);

    private Map<String, Integer> outcomes() {
        return counts.summary("stopped", "").outcomes();
    }

    @Test
    void theNodesOfAWaveThatWasClosedByForceAreUnknownAndNotGreen() {
        counts.add(new WaveResult(Map.of("CONVERGED", 1), List.of(), "", List.of()));

        counts.lost(counts.wave(2, 1, 5));
        counts.leave(5);

        assertThat(outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNKNOWN", 4, "UNTOUCHED", 5));
    }

    @Test
    void nodesThatWereTriedAgainInALostWaveAreUnknownToo() {
        counts.add(new WaveResult(Map.of("CONVERGED", 8), List.of(), "", List.of(3, 7)));

        counts.lost(counts.again(4, true));
        counts.leave(10);

        assertThat(outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 8, "UNKNOWN", 2));
    }

    @Test
    void nodesThatAreUnknownCountAgainstTheFailureBudget() {
        counts.lost(counts.wave(1, 0, 4));

        assertThat(counts.wave(2, 4, 10).mayFail()).isEqualTo(5);
    }

    /** A node that was rolled back, or waits for its vendor, counts against what may fail as a held one does. */
    @Test
    void everyNodeThatEndedBadlyLeavesTheNextWaveLessThatMayFail() {
        counts.add(new WaveResult(
                Map.of("CONVERGED", 2, "HELD", 1, "ROLLED_BACK", 2, "RMA_CANDIDATE", 1), List.of(), "", List.of()));

        assertThat(counts.wave(2, 6, 10).mayFail()).isEqualTo(5);
        assertThat(counts).hasToString("so far: {CONVERGED=2, HELD=1, RMA_CANDIDATE=1, ROLLED_BACK=2}\n- problems: []");
    }
}
