package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.guard.Standing;
import dev.slipway.activities.guard.Waiting;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.model.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A device plugin that takes its time. Each look is ten seconds after the one before. */
class OfferedGpusTest implements Waiting {
    private final List<String> shown = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private Duration readyAfter = Duration.ZERO;
    private Duration offeredAfter = Duration.ZERO;

    private final class Scheduler extends CordonedNode {
        @Override
        public Standing standing(Act act) {
            boolean ready = !now.isBefore(Instant.EPOCH.plus(readyAfter));
            int gpus = now.isBefore(Instant.EPOCH.plus(offeredAfter)) ? 0 : 8;
            return new Standing(
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.of(new Standing.Machine("uid-1", ready, "boot-1", gpus)));
        }
    }

    private Standing.Machine waited() {
        return new OfferedGpus(this, () -> now = now.plusSeconds(10), () -> now)
                .waitFor(Facts.ACT, new Scheduler(), 8)
                .machine()
                .orElseThrow();
    }

    @Test
    void gpusThatAreThereAreNotWaitedFor() {
        assertThat(waited().gpus()).isEqualTo(8);
        assertThat(shown).isEmpty();
    }

    @Test
    void gpusThatAreOfferedTenMinutesLaterAreWaitedForAndTheReasonIsShown() {
        readyAfter = Duration.ofSeconds(15);
        offeredAfter = Duration.ofMinutes(10);

        assertThat(waited().gpus()).isEqualTo(8);
        assertThat(shown.getFirst()).contains("does not call the node ready");
        assertThat(shown.getLast()).contains("0 of 8 GPUs", "until");
    }

    @Test
    void theGateJudgesWhatIsOfferedWhenTheTimeIsOver() {
        offeredAfter = Duration.ofHours(1);

        assertThat(waited().gpus()).isZero();
        assertThat(now).isBefore(Instant.EPOCH.plus(Duration.ofMinutes(16)));
    }

    /** A worker that was lost while it waited gives the next one no more time. */
    @Test
    void theTimeIsCountedFromWhenTheGatesWereAskedFor() {
        offeredAfter = Duration.ofHours(1);
        now = Instant.EPOCH.plus(Duration.ofMinutes(20));

        assertThat(waited().gpus()).isZero();
        assertThat(shown).isEmpty();
    }

    @Override
    public Instant since() {
        return Instant.EPOCH;
    }

    @Override
    public void works() {}

    @Override
    public void waits(Act act, String why) {
        shown.add(why);
    }
}
