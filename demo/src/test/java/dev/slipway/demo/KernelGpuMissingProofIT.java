package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: kernel-gpu-missing on a machine whose kernel, GRUB, DKMS and compiler are real. Under a newer kernel there is no
 * module, so no GPU. Where its headers can be had, the module is built and the node stays on that kernel; where they
 * cannot, the older kernel is booted once, proven, and made the default.
 * Method: the lab's machine, which begins under the newer kernel, and a whole run by one of the two ways: the one that
 * {@code -Dslipway.way} names, else that of the day. {@code lab/prove kernel-gpu-missing --all} goes both, one after the other, and
 * takes module and headers away in between. The end is judged by what the machine says over SSH, its boots are counted on
 * its console.
 */
@Tag("prove-kernel-gpu-missing")
@Timeout(3600)
class KernelGpuMissingProofIT {
    private enum Way {
        BUILD,
        GO_BACK
    }

    @TempDir
    Path folder;

    private final Set<String> bootIds = new HashSet<>();

    @Test
    void aModuleIsBuiltForTheNewerKernelOrTheOlderOneIsBootedOnceThenForGood() throws Exception {
        LabMachine machine = new LabMachine(folder);
        String older = machine.kernel(false);
        String newer = machine.kernel(true);
        try (Engine engine = Engine.start(folder, false, System.getenv())) {
            int boots = machine.boots();
            bootIds.add(machine.bootId());
            assertThat(machine.says("uname -r; modprobe nvidia 2>&1 || true").lines())
                    .containsExactly(
                            newer, "modprobe: FATAL: Module nvidia not found in directory /lib/modules/" + newer);

            List<Way> ways = WayOfTheDay.of(Way.class);
            if (ways.contains(Way.BUILD)) {
                forward(machine, engine, newer);
                assertThat(machine.boots() - boots).isEqualTo(1);
            }
            if (ways.contains(Way.GO_BACK)) {
                if (ways.contains(Way.BUILD)) {
                    losesItsModule(machine, newer);
                }
                losesItsHeaders(machine);
                back(machine, engine, older);
            }

            assertThat(machine.boots() - boots).isEqualTo(ways.size());
            LabRuns.figures(
                    "machines=1 ways=%s converged=%d rolled_back=%d boots_expected=%d boots_seen=%d boot_ids=%d newer=%s older=%s"
                            .formatted(
                                    ways.stream().map(Way::name).collect(Collectors.joining(",")),
                                    Collections.frequency(ways, Way.BUILD),
                                    Collections.frequency(ways, Way.GO_BACK),
                                    ways.size(),
                                    machine.boots() - boots,
                                    bootIds.size(),
                                    newer,
                                    older));
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

    /** As after an upgrade of the kernel whose headers no repository has. */
    private static void losesItsModule(LabMachine machine, String kernel) {
        machine.says("systemctl stop nvidia-persistenced nvidia-fabricmanager nvidia-dcgm"
                + " && rmmod nvidia_uvm nvidia_modeset nvidia && dkms remove nvidia/570.124.06 -k " + kernel
                + " && dpkg --purge linux-headers-" + kernel);
    }

    private static void losesItsHeaders(LabMachine machine) {
        machine.says("mkdir /root/away && mv /srv/repo/linux-headers-* /root/away/");
        assertThat(machine.says("nvidia-smi || true")).startsWith("NVIDIA-SMI has failed");
    }

    private void back(LabMachine machine, Engine engine, String older) throws Exception {
        NodeOutcome end = machine.run(engine, "kernel-gpu-missing", machine.configure(engine, true));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(bootIds.add(machine.bootId())).as("rebooted by the run").isTrue();
        assertThat(machine.says("uname -r; cat /sys/module/nvidia/version; nvidia-smi -L | wc -l")
                        .lines())
                .containsExactly(older, "570.124.06", "2");
        assertThat(machine.says("grub-editenv list; cat /etc/default/grub.d/99-slipway.cfg")
                        .lines())
                .anyMatch(line -> line.startsWith("saved_entry=") && line.contains(older))
                .noneMatch(line -> line.matches("next_entry=.+"))
                .contains("GRUB_DEFAULT=saved");
        assertThat(List.of(machine.says("apt-mark showhold").split("\n"))).contains("linux-image-" + older);
    }
}
