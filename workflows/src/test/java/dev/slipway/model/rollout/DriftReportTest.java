package dev.slipway.model.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Route;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftReportTest {
    private static final DriftReport.DriftLine LINE =
            new DriftReport.DriftLine("gpu-000", "D17", "converge", "config drift", "driver", Route.Kind.DO);

    private static DriftReport drifted(int drifted, int lines) {
        return new DriftReport(
                "drift/a-1",
                "a",
                400,
                400,
                400 - drifted,
                drifted,
                0,
                0,
                false,
                Collections.nCopies(lines, LINE),
                DriftReport.Unread.none());
    }

    @Test
    void saysHowManyLinesItLeavesOut() {
        assertThat(drifted(130, 130).more()).isZero();
        assertThat(drifted(130, 130).shortened(100, 40).more()).isEqualTo(30);
        assertThat(drifted(130, 130).shortened(100, 40).listing(Collections.nCopies(130, LINE), List.of()))
                .isEqualTo(drifted(130, 130));
    }

    /** Such a report ended after a hundred lines and said nothing of it. */
    @Test
    void aReportThatWasStoredWithoutACountOfThemIsKnownByItsOwnCounts() {
        assertThat(drifted(130, 100).more()).isEqualTo(30);
    }

    @Test
    void aSilentNodeSaysNothingOfTheDriftRate() {
        assertThat(DriftReport.driftRate(20, 50)).isEqualTo(40);
        assertThat(DriftReport.driftRate(0, 0)).isZero();
    }
}
