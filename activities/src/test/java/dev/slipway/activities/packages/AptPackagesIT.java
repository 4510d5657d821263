package dev.slipway.activities.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.activities.ssh.LabNode;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeState;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** apt, dpkg, systemd and sshd as they are. */
@Tag("nodes")
@ExtendWith(LabNode.class)
class AptPackagesIT {
    private static final BaselineRef OLD = new BaselineRef("old", "1111111");
    private static final BaselineRef NEW = new BaselineRef("new", "2222222");

    private final ActivityClock clock = TestClock.running(20);
    private final SshNodes ssh = new SshNodes(new LabNode(), clock, SshNodes.Options.normal());
    private final NodeTools tools = OneNode.tools(ssh, clock);
    private final NodePackages packages =
            new NodePackages(tools, AptPackagesIT::baseline, act -> {}, (act, lines) -> {});
    private final String token = UUID.randomUUID().toString();

    @AfterEach
    void close() {
        ssh.close();
    }

    private static Baseline baseline(BaselineRef ref) {
        boolean old = ref.equals(OLD);
        String driver = old ? "570.124.06" : "570.133.20";
        Map<String, String> versions = Map.of(
                "nvidia-driver-570-server", driver + "-0ubuntu1",
                "nvidia-dkms-570-server", driver + "-0ubuntu1",
                "nvidia-utils-570-server", driver + "-0ubuntu1",
                "nvidia-compute-utils-570-server", driver + "-0ubuntu1",
                "libnvidia-compute-570-server", driver + "-0ubuntu1",
                "nvidia-fabricmanager-570", driver + "-1",
                "datacenter-gpu-manager-4-core", old ? "1:4.2.3-1" : "1:4.4.1-1");
        return ChangedBaseline.of(OneNode.baseline(OneNode.GOAL))
                .id(ref.id())
                .packages(versions)
                .holds(List.copyOf(versions.keySet()))
                .baseline();
    }

    private Act act(String step, int attempt) {
        return new Act(
                LabNode.NODE,
                "lab",
                token,
                LabNode.NODE.workflowId(),
                "image-drift",
                new Step(step, step, NodeState.MUTATING),
                attempt,
                Optional.empty(),
                Instant.now());
    }

    private void settle() {
        packages.converge(act("settle-" + UUID.randomUUID(), 1), OLD);
    }

    @Test
    void goesToTheGoalAndBackAndProvesBoth() {
        settle();
        assertThat(packages.preview(act("preview", 1), NEW))
                .contains("datacenter-gpu-manager-4-core 1:4.2.3-1 → 1:4.4.1-1");
        List<String> changed = packages.converge(act("converge", 1), NEW);
        assertThat(changed).contains("nvidia-fabricmanager-570 570.124.06-1 → 570.133.20-1");
        packages.prove(act("idempotence", 1), NEW);
        assertThat(packages.converge(act("converge", 1), NEW)).containsAll(changed);
        packages.converge(act("undo-converge", 1), OLD);
        packages.prove(act("idempotence", 2), OLD);
        packages.services(act("services", 1), OLD);
    }

    /** What a boot does with the settings of the GPUs, and then with our unit. */
    @Test
    void theBootUnitGivesTheSettingsThatABootLoses() {
        settle();
        packages.services(act("services", 1), OLD);
        packages.settings(act("settings", 1), OLD);
        asRoot("dcgmi", "config", "--set", "-P", "500", "-c", "1");

        asRoot("systemctl", "start", "slipway-boot.service");

        assertThat(asRoot("systemctl", "is-enabled", "slipway-boot.service")).isEqualTo("enabled\n");
        assertThat(asRoot("nvidia-smi", "--query-gpu=power.limit,compute_mode", "--format=csv,noheader")
                        .lines())
                .isNotEmpty()
                .containsOnly("700.00 W, Default");
    }

    private String asRoot(String... words) {
        SshAnswer answer = ssh.ask(LabNode.NODE, RemoteCommand.root("test", words), Limits.brief());
        assertThat(answer.ok()).as(answer.fault()).isTrue();
        return answer.out();
    }

    @Test
    void waitsForTheLockThatAnotherHolds() throws Exception {
        settle();
        LabNode.fault("locked", "8");
        packages.converge(act("converge", 1), OLD);
        packages.prove(act("idempotence", 1), OLD);
    }

    @Test
    void finishesWhatAKilledDpkgLeft() throws Exception {
        settle();
        LabNode.fault("interrupted");
        packages.converge(act("converge", 1), OLD);
        packages.prove(act("idempotence", 1), OLD);
    }

    @Test
    void aPostinstThatFailsIsToldInDpkgsWordsAndUndone() throws Exception {
        settle();
        LabNode.fault("postinst-fails");
        assertThatThrownBy(() -> packages.converge(act("converge", 1), NEW))
                .isInstanceOfSatisfying(ApplicationFailure.class, f -> {
                    assertThat(f.getType()).isEqualTo(FailureType.STEP_FAILED.name());
                    assertThat(f.getOriginalMessage()).contains("returned error exit status");
                });
        LabNode.fault("clear");
        packages.converge(act("undo-converge", 1), OLD);
        packages.prove(act("idempotence", 1), OLD);
    }
}
