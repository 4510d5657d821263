package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** driver-upgrade on simulated nodes of both families: what ends how, told by the observer. */
class DriverUpgradeFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous();
    private static final Condition OLD = new Condition.Runs(PREVIOUS);
    private static final Condition ROCKY = new Condition.Runs(PREVIOUS.on(Family.ROCKY));

    @TempDir
    Path folder;

    @Test
    void i13_i25_theWholeSetMovesOnceOrTheNodeGoesBack() {
        Wanted moved = Wanted.whole(PINNED).atMost(1, 1);
        Wanted back = Wanted.whole(PREVIOUS).atMost(2, 2);
        FleetCases.inWavesOf("driver-upgrade")
                .node("U21 CONVERGED", moved, OLD)
                .node("U21 CONVERGED", Wanted.whole(PINNED.on(Family.ROCKY)).atMost(1, 1), ROCKY)
                .node("U21 ROLLED_BACK(G7 fail", back, OLD, new Condition.DiagFails(PINNED.driver(), "memory"))
                .node("U0 UNTOUCHED(", Wanted.whole(PINNED).atMost(0, 0))
                .node("U14 UNTOUCHED(", Wanted.untouched(false), OLD, new Condition.GpuLost(3))
                .run(folder, 51, (node, end) -> {
                    if (end.outcome() == Outcome.CONVERGED) {
                        assertThat(end.changed()).anyMatch(line -> line.contains(PREVIOUS.driver() + "-"));
                    }
                });
    }
}
