package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTrailTest {
    private final CommandTrail trail = new CommandTrail();

    private static boolean note(int commands, int losses) {
        for (int i = 0; i < commands; i++) {
            CommandTrail.note("nvidia-smi -i " + i, "exit 0");
        }
        for (int i = 0; i < losses; i++) {
            CommandTrail.noteLoss("evict pod-" + i, "accepted");
        }
        return true;
    }

    @Test
    void foldsALongListOfCommands() {
        trail.around(() -> note(42, 0));

        assertThat(trail.lines()).hasSize(41).endsWith("nvidia-smi -i 39 → exit 0", "and 2 more");
    }

    @Test
    void namesEachLossInFullWhateverElseWasSent() {
        trail.around(() -> note(42, 50));

        List<String> lines = trail.lines();
        assertThat(lines.subList(0, 50)).allMatch(line -> line.startsWith("evict pod-"));
        assertThat(lines).hasSize(91).endsWith("and 2 more");
    }

    @Test
    void countsALossThatWasAskedForTwiceWithItsLastEnd() {
        trail.around(() -> note(0, 1));
        trail.around(() -> note(0, 1));

        assertThat(trail.lines()).containsExactly("evict pod-0 ×2 → accepted");
    }
}
