package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.evidence.EvidenceStore;
import dev.slipway.activities.evidence.OutOfBandLog;
import dev.slipway.activities.evidence.SshEvidence;
import dev.slipway.activities.guard.AnsweringMachine;
import dev.slipway.activities.guard.Guard;
import dev.slipway.activities.guard.Heat;
import dev.slipway.activities.ssh.ActivityPulse;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.LabNode;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.Pace;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.Boot;
import dev.slipway.model.EvidenceRef;
import dev.slipway.model.Identity;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import dev.slipway.model.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real systemd that reboots, and the evidence that its node gives. */
@Tag("nodes")
@ExtendWith(LabNode.class)
@Timeout(120)
class SshPowerIT {
    private static final Pace PACE = new Pace(Duration.ofMillis(100), Duration.ofMillis(500));

    @TempDir
    private Path folder = Path.of("");

    private final SshNodes ssh = new SshNodes(new LabNode(), ActivityPulse.unwatched(), SshNodes.Options.normal());
    private final NodeTools tools = new NodeTools(
            ssh,
            new NodeFactsReader(ssh, InstantSource.system()),
            new DetachedRun(ssh, ActivityPulse.unwatched(), PACE));

    @AfterEach
    void close() {
        ssh.close();
    }

    private static Act act(Step step, Identity machine) {
        return new Act(
                LabNode.NODE,
                "lab",
                UUID.randomUUID().toString(),
                LabNode.NODE.workflowId(),
                "image-drift",
                step,
                1,
                Optional.of(machine),
                Instant.now().minusSeconds(3600));
    }

    @Test
    void leavesABootOnceAndReturnsTheNext() {
        NodeFacts before = tools.facts().read(LabNode.NODE, Instant.EPOCH);
        Identity machine = before.identity().value().orElseThrow();
        String leaving = before.boot().map(Boot::bootId).value().orElseThrow();
        Guard guard = new Guard(
                act -> new CordonedNode(),
                act -> Reading.of(new AnsweringMachine(machine)),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
        SshPower power = new SshPower(
                tools,
                guard,
                (act, boot) -> Optional.empty(),
                new SshPower.Waits(
                        ActivityPulse.unwatched(), PACE, InstantSource.system(), any -> Duration.ofSeconds(90)),
                new NoLastResort());
        Act act = act(Step.REBOOT, machine);
        String after = power.reboot(act, leaving);
        assertThat(after).isNotEqualTo(leaving);
        assertThat(power.reboot(act, leaving)).isEqualTo(after);
        assertThat(tools.facts().read(LabNode.NODE, Instant.EPOCH).identity().value())
                .contains(machine);
    }

    @Test
    void givesEvidenceThatIsWhole() {
        Act act = act(Step.EVIDENCE, new Identity("m", "p", Optional.empty()));
        SshEvidence evidence = new SshEvidence(
                ssh,
                new EvidenceStore(folder),
                (a, ref) -> {},
                (a, rma) -> "{}",
                new SshEvidence.Bundles(OutOfBandLog.none(), Heat.NEVER));
        EvidenceRef stored = evidence.capture(act);
        assertThat(stored.bytes()).isGreaterThan(1000);
        assertThat(evidence.capture(act)).isEqualTo(stored);
    }
}
