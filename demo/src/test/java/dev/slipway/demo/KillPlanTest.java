package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillPlanTest {
    @TempDir
    Path folder;

    @Test
    void killsAtEveryStepThatARunComesTo() {
        assertThat(KillPlan.steps())
                .containsAll(Undisturbed.steps(folder, false))
                .containsAll(Undisturbed.steps(folder, true))
                .doesNotHaveDuplicates();
    }
}
