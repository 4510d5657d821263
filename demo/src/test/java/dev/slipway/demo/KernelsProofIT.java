package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: module-reload and kernel-gpu-missing with the real apt, dpkg, apt-mark, DKMS, compiler, initramfs-tools, GRUB menu and
 * GRUB environment, each by both of its ways, while the worker is killed: a reload and a reboot; headers, module and
 * initramfs for the pinned kernel, and the way back to it, once and then for good.
 * Method: four Debian nodes of the lab with kernels, one run each on the real dev server; the worker is a process of its own,
 * killed while n1 has no module and n3's is being compiled, and while n2 is down and n4 tries the pinned kernel. When to kill
 * is asked of the nodes, and the end is judged by what the nodes and the cluster say. Stand-ins: NVIDIA's tools, what loads a
 * module, and what runs as kernel after GRUB's choice. Without the runbook kernel-gpu-missing its nodes are left out.
 */
@Tag("prove-kernels")
@Timeout(1800)
class KernelsProofIT {
    private static final String KERNELS = "kernel-gpu-missing";
    private static final boolean WITH_KERNELS = RunbookCases.isThere(KERNELS);
    private static final List<String> NODES = WITH_KERNELS ? List.of("n1", "n2", "n3", "n4") : List.of("n1", "n2");
    private static final String PIN = "570.124.06";
    private static final String UNBUILT = "dkms remove nvidia/" + PIN + " -k KERNEL && dkms add nvidia/" + PIN;
    private static final String HEADERS_GONE = "systemctl stop nvidia-persistenced nvidia-fabricmanager nvidia-dcgm"
            + " && rmmod nvidia_uvm nvidia_modeset nvidia && dpkg --purge linux-headers-KERNEL && " + UNBUILT;
    private static final String UNLOADED = "! lsmod | grep '^nvidia' && pgrep -x modprobe";
    private static final String BUILDING = "pgrep -x dkms";
    private static final String TRIED = "[ \"$(uname -r)\" = KERNEL ] && ! grub-editenv list | grep 'next_entry=.'"
            + " && ! grub-editenv list | grep 'saved_entry=.*KERNEL'";
    private static final String STATE = "cat /sys/module/nvidia/version; nvidia-smi -L | grep -c GPU-; lsmod"
            + " | grep -c '^nvidia'; systemctl is-active nvidia-persistenced nvidia-fabricmanager nvidia-dcgm; uname -r;"
            + " dpkg --audit; grub-editenv list | grep next_entry=. || true";

    /** Of the driver on n1: at its boot, by hand, by its run. */
    private static final int LOADS = 3;

    @TempDir
    Path folder;

    private final LabFleet fleet = new LabFleet(
            Path.of("..").toAbsolutePath().normalize(),
            Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_NODES")).orElseThrow()),
            NODES);
    private final String kernel = fleet.ssh("n1", "uname -r").orElseThrow().strip();
    private final Map<String, Found> found = new TreeMap<>();
    private int killed;

    /** A node before its run. */
    private record Found(int boots, List<String> holds, String marks) {}

    @Test
    void bothRunbooksGoBothWaysOnRealPartsThoughTheWorkerIsKilled() throws Exception {
        fleet.heldTo(new LabKernel(kernel, said("n1", LabKernel.versionOf(kernel))));
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabKubelets cluster = new LabKubelets(fleet)) {
            breakNodes();
            for (String node : NODES) {
                found.put(node, new Found(fleet.boots(node), holds(node), cluster.marks(node)));
            }

            Map<String, NodeOutcome> outcomes = run(engine, cluster);

            assertThat(outcomes.values()).allMatch(outcome -> outcome.outcome() == Outcome.CONVERGED);
            reloaded();
            if (WITH_KERNELS) {
                built();
                wentBack();
            }
            for (String node : NODES) {
                assertThat(cluster.marks(node))
                        .as("marks of " + node)
                        .isEqualTo(found(node).marks());
            }
            int loads = number("n1", "dmesg | grep -c 'NVRM: loading'") - LOADS;
            int installs = WITH_KERNELS
                    ? number("n3", "grep -c 'install linux-headers-KERNEL' /var/log/apt/history.log") - 1
                    : 0;
            assertThat(List.of(loads, installs))
                    .as("loads and installs doubled")
                    .containsOnly(0);
            int builds = WITH_KERNELS ? 1 : 0;
            LabRuns.figures(("nodes=%d converged=%d held=0 reloaded=1 rebooted=1 forward=%d back=%d boots_expected=%d"
                            + " boots_seen=%d loads_doubled=%d transactions_doubled=%d killed=%d kernel=%s")
                    .formatted(
                            NODES.size(),
                            outcomes.size(),
                            builds,
                            builds,
                            1 + 2 * builds,
                            bootsSince(NODES),
                            loads,
                            installs,
                            killed,
                            kernel));
        }
    }

    private String said(String node, String command) {
        return fleet.ssh(node, command.replace("KERNEL", kernel))
                .orElseThrow(() -> new AssertionError(node + " failed: " + command))
                .strip();
    }

    private int number(String node, String command) {
        return Integer.parseInt(said(node, command));
    }

    private List<String> holds(String node) {
        return said(node, "apt-mark showhold").lines().toList();
    }

    private Found found(String node) {
        return Optional.ofNullable(found.get(node)).orElseThrow();
    }

    private int bootsSince(String node) {
        return bootsSince(List.of(node));
    }

    private int bootsSince(List<String> nodes) {
        return nodes.stream()
                .mapToInt(node -> fleet.boots(node) - found(node).boots())
                .sum();
    }

    private void breakNodes() throws Exception {
        said("n1", ModuleReloadProofIT.OTHER_LOADED);
        fleet.fault("n1", "load-waits");
        said("n2", ModuleReloadProofIT.OTHER_LOADED);
        said("n2", ModuleReloadProofIT.held("/dev/nvidia0"));
        fleet.hangsAtReboot("n2");
        if (WITH_KERNELS) {
            breakKernels();
        }
    }

    private void breakKernels() throws Exception {
        said("n3", HEADERS_GONE);
        fleet.fault("n3", "build-waits");
        assertThat(said("n4", "uname -r")).isNotEqualTo(kernel);
        said("n4", UNBUILT);
        fleet.fault("n4", "diag-seconds", "20");
    }

    private Map<String, NodeOutcome> run(Engine engine, LabKubelets cluster) throws Exception {
        try (LabRuns runs = new LabRuns(folder, engine, fleet, cluster.kubeconfig(folder.resolve("kubeconfig")))) {
            try {
                runs.startOf("module-reload", "n1");
                runs.startOf("module-reload", "n2");
                if (WITH_KERNELS) {
                    runs.startOf(KERNELS, "n3");
                }
                runs.kills.when(
                        "n1 without a module, n3's being built",
                        () -> fleet.says("n1", UNLOADED) && (!WITH_KERNELS || fleet.says("n3", BUILDING)));
                fleet.fault("n1", "clear");
                if (WITH_KERNELS) {
                    fleet.fault("n3", "clear");
                    runs.startOf(KERNELS, "n4");
                }
                runs.kills.when(
                        "n2 down, n4 under the pinned kernel for once",
                        () -> !fleet.says("n2", "true")
                                && (!WITH_KERNELS || fleet.says("n4", TRIED.replace("KERNEL", kernel))));
                fleet.powerCycle("n2");
                if (WITH_KERNELS) {
                    fleet.fault("n4", "clear");
                }
                killed = runs.kills.hits();
                return runs.outcomes();
            } catch (AssertionError | TimeoutException e) {
                throw new AssertionError(e.getMessage() + "; the worker said:\n" + runs.workerSaid(), e);
            }
        }
    }

    /** n1 within its boot, n2 by one. */
    private void reloaded() {
        whole("n1");
        whole("n2");
        assertThat(bootsSince("n1")).isZero();
        assertThat(bootsSince("n2")).isEqualTo(1);
        assertThat(said("n1", "fuser -v /dev/nvidia0 2>&1")).contains("nvidia-persiste", "nv-hostengine");
    }

    private void built() {
        whole("n3");
        assertThat(bootsSince("n3")).isEqualTo(1);
        assertThat(said("n3", "dkms status")).contains("nvidia/" + PIN + ", " + kernel + ", x86_64: installed");
        assertThat(said("n3", "modinfo -F vermagic nvidia")).startsWith(kernel + " ");
        said("n3", "[ /boot/initrd.img-KERNEL -nt /lib/modules/KERNEL/updates/dkms/nvidia.ko ]");
    }

    private void wentBack() {
        whole("n4");
        assertThat(bootsSince("n4")).isEqualTo(1);
        assertThat(said("n4", "dkms status")).contains("nvidia/" + PIN + ", " + kernel + ", x86_64: installed");
        assertThat(said("n4", "grub-editenv list; cat /etc/default/grub.d/99-slipway.cfg")
                        .lines())
                .anyMatch(line -> line.startsWith("saved_entry=") && line.contains(kernel))
                .contains("GRUB_DEFAULT=saved");
    }

    /** As the baseline says, and held: the way back to a kernel holds whatever chooses it. */
    private void whole(String node) {
        assertThat(said(node, STATE).lines())
                .as(node)
                .containsExactly(PIN, "8", "3", "active", "active", "active", kernel);
        List<String> holds = new ArrayList<>(found(node).holds());
        holds.add("linux-image-" + kernel);
        if (node.equals("n4")) {
            holds.add("linux-headers-" + kernel);
        }
        assertThat(holds(node)).as("holds of " + node).containsExactlyInAnyOrderElementsOf(holds);
    }
}
