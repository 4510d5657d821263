package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A device plugin that takes its time. Each look is ten seconds after the one before. */
class OfferedGpusTest {
    private final TestClock clock = TestClock.still(Instant.EPOCH);
    private Duration readyAfter = Duration.ZERO;
    private Duration offeredAfter = Duration.ZERO;

    private final class Scheduler extends CordonedNode {
        @Override
        public SchedulingState standing(Act act) {
            boolean ready = clock.passed(Instant.EPOCH.plus(readyAfter));
            int gpus = clock.passed(Instant.EPOCH.plus(offeredAfter)) ? 8 : 0;
            return new SchedulingState(
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.of(new SchedulingState.Machine("uid-1", ready, "boot-1", gpus)));
        }
    }

    private SchedulingState.Machine waited() {
        return new OfferedGpus(clock)
                .waitFor(Facts.ACT, new Scheduler(), 8)
                .machine()
                .orElseThrow();
    }

    @Test
    void gpusThatAreThereAreNotWaitedFor() {
        assertThat(waited().gpus()).isEqualTo(8);
        assertThat(clock.waits()).isEmpty();
    }

    @Test
    void gpusThatAreOfferedTenMinutesLaterAreWaitedForAndTheReasonIsShown() {
        readyAfter = Duration.ofSeconds(15);
        offeredAfter = Duration.ofMinutes(10);

        assertThat(waited().gpus()).isEqualTo(8);
        assertThat(clock.waits().getFirst()).contains("does not call the node ready");
        assertThat(clock.waits().getLast()).contains("0 of 8 GPUs", "until");
    }

    @Test
    void theGateJudgesWhatIsOfferedWhenTheTimeIsOver() {
        offeredAfter = Duration.ofHours(1);

        assertThat(waited().gpus()).isZero();
        assertThat(clock.instant()).isBefore(Instant.EPOCH.plus(Duration.ofMinutes(16)));
    }

    /** A worker that was lost while it waited gives the next one no more time. */
    @Test
    void theTimeIsCountedFromWhenTheGatesWereAskedFor() {
        offeredAfter = Duration.ofHours(1);
        clock.pass(Duration.ofMinutes(20));

        assertThat(waited().gpus()).isZero();
        assertThat(clock.waits()).isEmpty();
    }
}
