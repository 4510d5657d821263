package dev.slipway.demo;

import static dev.slipway.demo.SlurmDriverFleetTest.NODE;
import static dev.slipway.demo.SlurmDriverFleetTest.changesOf;
import static dev.slipway.demo.SlurmDriverFleetTest.resumedOnce;
import static dev.slipway.demo.SlurmDriverFleetTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kernel-gpu-missing on nodes that Slurm schedules, whose slurmd counts the GPUs when it starts. */
class KernelGpuMissingOnSlurmTest {
    private static final String KERNEL = "kernel-gpu-missing";
    private static final String WANTS_GPUS = "gres/gpu count reported lower than configured (0 < 8)";

    @TempDir
    private Path folder = Path.of("");

    /** Slurm drained the node itself, because slurmd counted no GPU after the boot. */
    @Test
    void aModuleThatIsBuiltAnewEndsTheDrainThatSlurmItselfBegan() {
        run(
                folder,
                KERNEL,
                53,
                (site, outcome) -> {
                    resumedOnce(site, outcome);
                    assertThat(changesOf(site).getFirst()).endsWith("| was: " + WANTS_GPUS);
                },
                new Condition.ModuleNotBuilt(true));
    }

    @Test
    void aNodeThatGoesBackAKernelEndsTheDrainThatSlurmItselfBegan() {
        run(folder, KERNEL, 54, SlurmDriverFleetTest::resumedOnce, new Condition.NewerKernel("6.8.0-62-generic"));
    }

    @Test
    void i21_aNodeThatFailsItsGatesKeepsTheDrainAndSlurmsReasonForIt() {
        run(
                folder,
                KERNEL,
                55,
                (site, outcome) -> {
                    assertThat(outcome.outcome().out()).as(outcome.toString()).isTrue();
                    assertThat(site.fleet.slurm().state(NODE)).contains("DRAIN");
                    assertThat(site.fleet.slurm().reason(NODE))
                            .contains(" | held: ")
                            .endsWith("| was: " + WANTS_GPUS);
                    assertThat(changesOf(site)).noneMatch(change -> change.contains("RESUME"));
                },
                new Condition.ModuleNotBuilt(true),
                new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory"));
    }
}
