package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: kernel-gpu-missing on a machine whose kernel, GRUB, DKMS and compiler are real. Under a newer kernel there is no
 * module, so no GPU: the headers are installed, the module is built, and a boot proves it.
 * Method: the lab's machine, which begins under the newer kernel, and one whole run. The end is judged by what the machine says
 * over SSH, its boots are counted on its console.
 */
@Tag("prove-kernel-gpu-missing")
@Timeout(3600)
class KernelGpuMissingProofIT {
    @TempDir
    Path folder;

    private final Set<String> bootIds = new HashSet<>();

    @Test
    void aModuleIsBuiltForTheKernelThatLostItAndABootProvesIt() throws Exception {
        LabMachine machine = new LabMachine(folder);
        String newer = machine.kernel(true);
        try (Engine engine = Engine.start(folder, false, System.getenv())) {
            int boots = machine.boots();
            bootIds.add(machine.bootId());
            assertThat(machine.says("uname -r; modprobe nvidia 2>&1 || true").lines())
                    .containsExactly(
                            newer, "modprobe: FATAL: Module nvidia not found in directory /lib/modules/" + newer);

            forward(machine, engine, newer);

            assertThat(machine.boots() - boots).isEqualTo(1);
            LabRuns.figures(
                    "machines=1 runs=1 converged=1 modules_built=1 boots_expected=1 boots_seen=%d boot_ids=%d kernel=%s"
                            .formatted(machine.boots() - boots, bootIds.size(), newer));
        }
    }

    private void forward(LabMachine machine, Engine engine, String newer) throws Exception {
        NodeOutcome end = machine.run(engine, "kernel-gpu-missing", machine.configure(engine, true));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(bootIds.add(machine.bootId())).as("rebooted by the run").isTrue();
        assertThat(machine.says(
                                "uname -r; cat /sys/module/nvidia/version; modinfo -F vermagic nvidia; nvidia-smi -L | wc -l")
                        .lines())
                .startsWith(newer, "570.124.06")
                .anyMatch(line -> line.startsWith(newer + " "))
                .endsWith("2");
        assertThat(machine.says("dkms status")).contains("nvidia/570.124.06, " + newer + ", x86_64: installed");
    }
}
