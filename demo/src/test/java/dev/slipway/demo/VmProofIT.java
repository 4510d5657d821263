package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: image-drift, unchanged, reboots a machine with a kernel of its own: SSH goes, and comes back under another boot_id;
 * and a machine whose kernel panicked is silent until its power is cycled.
 * Method: one machine of the lab, drifted by a real apt-get install, one run on the real dev server. Boots are counted on
 * the machine's console. Then its kernel panics, and the lab's power control brings it back.
 */
@Tag("prove-vm")
@Timeout(1_200)
class VmProofIT {
    private static final String MACHINE = "v1";
    private static final int RUN_SECONDS = 600;
    private static final int LOOK_SECONDS = 10;
    private static final Duration BACK = Duration.ofMinutes(5);
    private static final String BOOT_ID = "cat /proc/sys/kernel/random/boot_id";
    private static final String DRIFT = "env DEBIAN_FRONTEND=noninteractive apt-get -qy -o Dpkg::Use-Pty=0"
            + " --allow-change-held-packages install datacenter-gpu-manager-4-core=1:4.4.1-1";

    @TempDir
    Path folder;

    private final Set<String> bootIds = new LinkedHashSet<>();

    @Test
    void aMachineWithAKernelOfItsOwnIsRebootedByTheRunbookAndComesBackFromAPanicByItsPower() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path lab = Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_VM")).orElseThrow());
        LabFleet fleet = new LabFleet(home, lab, List.of(MACHINE));
        int before = fleet.boots(MACHINE);
        bootIds.add(fleet.ssh(MACHINE, BOOT_ID).orElseThrow());
        assertThat(fleet.says(MACHINE, DRIFT)).isTrue();

        NodeOutcome outcome = run(fleet);

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(fleet.boots(MACHINE)).isEqualTo(before + 1);
        bootIds.add(fleet.ssh(MACHINE, BOOT_ID).orElseThrow());
        assertThat(fleet.ssh(MACHINE, "dpkg-query -W -f '${Version}' datacenter-gpu-manager-4-core")
                        .orElseThrow())
                .startsWith("1:4.2.3");

        fleet.does("panic", MACHINE);
        assertThat(fleet.says(MACHINE, "true")).as("answers after a panic").isFalse();
        assertThat(fleet.boots(MACHINE)).as("came back by itself").isEqualTo(before + 1);
        fleet.does("power", MACHINE, "cycle");
        bootIds.add(back(fleet));

        assertThat(bootIds).hasSize(3);
        LabRuns.figures("machines=1 converged=1 boots_expected=3 boots_seen=%d boot_ids=%d panics=1"
                .formatted(fleet.boots(MACHINE), bootIds.size()));
        assertThat(fleet.boots(MACHINE)).isEqualTo(before + 2);
    }

    private NodeOutcome run(LabFleet fleet) throws Exception {
        try (Engine engine = Engine.start(folder, false, System.getenv());
                LabKubelets cluster = new LabKubelets(fleet, LOOK_SECONDS);
                LabRuns runs = new LabRuns(folder, engine, fleet, cluster.kubeconfig(folder.resolve("kubeconfig")))) {
            runs.start(MACHINE);
            try {
                Map<String, NodeOutcome> ends = runs.outcomes(RUN_SECONDS);
                return Optional.ofNullable(ends.get(MACHINE)).orElseThrow();
            } catch (TimeoutException e) {
                throw new AssertionError("did not end; the worker said:\n" + runs.workerSaid(), e);
            }
        }
    }

    private static String back(LabFleet fleet) {
        long end = System.nanoTime() + BACK.toNanos();
        while (System.nanoTime() < end) {
            Optional<String> boot = fleet.ssh(MACHINE, BOOT_ID);
            if (boot.isPresent()) {
                return boot.get();
            }
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
        throw new AssertionError("not back within " + BACK);
    }
}
