package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipway.activities.guard.Guard;
import dev.slipway.activities.ssh.ActivityPulse;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.Pace;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.model.Act;
import dev.slipway.model.Boot;
import dev.slipway.model.FailureType;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import dev.slipway.model.Step;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: the reboot step, unchanged, on a machine with a kernel of its own: SSH goes, and comes back under another boot_id;
 * one whose kernel panicked is silent, not well, until its power is cycled, and is then not rebooted once more.
 * Method: a machine of the lab in qemu. Its boots are counted on its console.
 */
@Tag("prove-vm")
@Timeout(900)
class MachineRebootIT {
    private static final NodeRef MACHINE = new NodeRef("lab", "v1");
    private static final Pace PACE = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(3));
    private static final String[] BOOT = {
        "boot-id", "boot-time", "kernel", "cmdline", "system-state", "kernels", "next-kernel"
    };

    private final Path lab =
            Path.of(Optional.ofNullable(System.getenv("SLIPWAY_LAB_VM")).orElseThrow());
    private final SshNodes ssh = new SshNodes(
            node -> new SshTarget("127.3.0.1", 22, "slipway", lab.resolve("id"), lab.resolve("known_hosts")),
            ActivityPulse.unwatched(),
            SshNodes.Options.normal());
    private final NodeTools tools = new NodeTools(
            ssh,
            new NodeFactsReader(ssh, InstantSource.system()),
            new DetachedRun(ssh, ActivityPulse.unwatched(), PACE));

    @AfterEach
    void close() {
        ssh.close();
    }

    @Test
    void aKernelOfItsOwnGoesAndComesBackAndOneThatPanickedIsSilentUntilItsPowerIsCycled() throws Exception {
        Act act = act();
        int boots = boots();
        Boot first = boot(act);
        assertThat(first.kernel())
                .isEqualTo(Files.readString(lab.resolve("release")).strip());

        String second = power().reboot(act, first.bootId());
        assertThat(second).isNotEqualTo(first.bootId()).isEqualTo(boot(act).bootId());
        assertThat(power().reboot(act, first.bootId())).isEqualTo(second);
        assertThat(boots()).isEqualTo(boots + 1);

        lab("panic", "v1");
        assertThat(catchThrowable(() -> boot(act)))
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        silent -> assertThat(FailureType.TRANSIENT.is(silent)).isTrue());
        assertThat(boots()).as("came back by itself").isEqualTo(boots + 1);
        lab("power", "v1", "cycle");
        String third = power().reboot(act, second);
        assertThat(boots()).as("power-cycled, and not rebooted besides").isEqualTo(boots + 2);

        figures("machines=1 boots_expected=2 boots_seen=%d boot_ids=%d panics=1 kernel=%s"
                .formatted(
                        boots() - boots, Set.of(first.bootId(), second, third).size(), first.kernel()));
    }

    private SshPower power() {
        Guard guard = new Guard(
                act -> new CordonedNode(),
                act -> Reading.of(act.machine().orElseThrow()),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
        return new SshPower(
                tools,
                guard,
                (act, boot) -> Optional.empty(),
                new SshPower.Waits(
                        ActivityPulse.unwatched(), PACE, InstantSource.system(), any -> Duration.ofMinutes(6)),
                new NoLastResort());
    }

    private Boot boot(Act act) {
        return tools.facts().read(MACHINE, act.t0(), BOOT).boot().value().orElseThrow();
    }

    private static Act act() {
        return new Act(
                MACHINE,
                "lab",
                UUID.randomUUID().toString(),
                MACHINE.workflowId(),
                "image-drift",
                Step.REBOOT,
                1,
                Optional.of(new Identity("m", "p", Optional.empty())),
                Instant.now().minusSeconds(60));
    }

    private static int boots() throws IOException, InterruptedException {
        return Integer.parseInt(lab("boots", "v1").strip());
    }

    private static String lab(String... words) throws IOException, InterruptedException {
        Path script = Path.of("..", "lab", "vm").toAbsolutePath().normalize();
        List<String> command = new java.util.ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed: " + said);
        }
        return said;
    }

    private static void figures(String line) throws IOException {
        Optional<String> file = Optional.ofNullable(System.getenv("SLIPWAY_FIGURES"));
        if (file.isPresent()) {
            Files.writeString(Path.of(file.get()), line + "\n");
        }
    }
}
