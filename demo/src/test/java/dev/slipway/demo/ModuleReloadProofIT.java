package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: module-reload on a machine whose modules are real. The driver in the kernel is of another version than the one
 * on disk, services hold its devices, other modules build on it: the run stops the services, unloads users before what
 * they use, loads the pin, and starts the services again, all within one boot. Where an agent that no service manages
 * holds a device, the reload does not take, the agent is left alone, and a reboot brings the pin.
 * Method: the lab's machine, on which another version is loaded by hand, and a whole run by one of the two ways, see
 * {@link WayOfTheDay}; {@code lab/prove module-reload --all} goes both, one after the other. The end is judged by what
 * the machine says over SSH, its boots are counted on its console.
 */
@Tag("prove-module-reload")
@Timeout(3600)
class ModuleReloadProofIT {
    private static final String PIN = "570.124.06";
    private static final String OTHER = "570.133.20";
    /** Another version of the driver than that on disk is loaded, and services use it. */
    static final String OTHER_LOADED =
            "systemctl stop nvidia-persistenced nvidia-fabricmanager nvidia-dcgm; cd /usr/lib/standin/" + OTHER
                    + " && rmmod nvidia_uvm nvidia_modeset nvidia && insmod nvidia.ko && insmod nvidia-uvm.ko"
                    + " && insmod nvidia-modeset.ko && systemctl start nvidia-persistenced nvidia-dcgm";

    private static final String STATE = "cat /sys/module/nvidia/version; nvidia-smi -L | grep -c GPU-; lsmod"
            + " | grep -c '^nvidia'; systemctl is-active nvidia-persistenced nvidia-fabricmanager nvidia-dcgm";

    private enum Way {
        RELOAD,
        REBOOT
    }

    @TempDir
    Path folder;

    @Test
    void theModuleIsExchangedUnderRunningServicesAndAnAgentThatNobodyManagesCostsABoot() throws Exception {
        LabMachine machine = new LabMachine(folder);
        try (Engine engine = Engine.start(folder, false, System.getenv())) {
            int boots = machine.boots();
            String booted = machine.bootId();

            List<Way> ways = WayOfTheDay.of(Way.class);
            if (ways.contains(Way.RELOAD)) {
                otherIsLoaded(machine);
                wholeAfterARun(machine, engine);
                assertThat(machine.bootId()).as("reloaded, not rebooted").isEqualTo(booted);
                assertThat(machine.boots()).isEqualTo(boots);
            }
            if (ways.contains(Way.REBOOT)) {
                otherIsLoaded(machine);
                machine.says(held("/dev/nvidia-uvm"));
                wholeAfterARun(machine, engine);
                assertThat(machine.bootId()).as("rebooted").isNotEqualTo(booted);
                assertThat(machine.boots()).isEqualTo(boots + 1);
            }

            LabRuns.figures("machines=1 ways=%s converged=%d boots_expected=%d boots_seen=%d resident=%s"
                    .formatted(
                            ways.stream().map(Way::name).collect(Collectors.joining(",")),
                            ways.size(),
                            Collections.frequency(ways, Way.REBOOT),
                            machine.boots() - boots,
                            machine.says("cat /sys/module/nvidia/version")));
        }
    }

    /** An agent that somebody started by hand: no work, so the drain does not wait for it, and no service that a run stops. */
    static String held(String device) {
        return ("cp /bin/sleep /usr/local/bin/dcgm-exporter; systemd-run --quiet --scope"
                        + " --unit=lab-holder sh -c 'exec dcgm-exporter infinity <DEVICE' >/dev/null 2>&1 &"
                        + " until pgrep -x dcgm-exporter; do sleep 1; done")
                .replace("DEVICE", device);
    }

    private static void otherIsLoaded(LabMachine machine) {
        machine.says(OTHER_LOADED);
        assertThat(machine.says("cat /sys/module/nvidia/version; nvidia-smi; true")
                        .lines())
                .startsWith(OTHER, "Failed to initialize NVML: Driver/library version mismatch");
        assertThat(machine.says("fuser -v /dev/nvidia0 2>&1")).contains("nvidia-persiste", "nv-hostengine");
    }

    private static void wholeAfterARun(LabMachine machine, Engine engine) throws Exception {
        NodeOutcome end = machine.run(engine, "module-reload", machine.configure(engine, false));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(machine.says(STATE).lines()).containsExactly(PIN, "2", "3", "active", "active", "active");
        assertThat(machine.says("fuser -v /dev/nvidia0 2>&1")).contains("nvidia-persiste", "nv-hostengine");
    }
}
