package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.evidence.EvidenceStore;
import dev.slipway.activities.evidence.OutOfBandLog;
import dev.slipway.activities.evidence.SshEvidence;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.ssh.LabNode;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real systemd that reboots, and the evidence that its node gives. */
@Tag("nodes")
@ExtendWith(LabNode.class)
class SshPowerIT {
    private static final Pattern SECTION = Pattern.compile("^section (\\S+)", Pattern.MULTILINE);

    @TempDir
    private Path folder = Path.of("");

    private final ActivityClock clock = TestClock.running(20);
    private final SshNodes ssh = new SshNodes(new LabNode(), clock, SshNodes.Options.normal());
    private final NodeTools tools = OneNode.tools(ssh, clock);

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
                tools, guard, (act, boot) -> Optional.empty(), any -> Duration.ofSeconds(90), new NoLastResort());
        Act act = act(Step.REBOOT, machine);
        String after = power.reboot(act, leaving);
        assertThat(after).isNotEqualTo(leaving);
        assertThat(power.reboot(act, leaving)).isEqualTo(after);
        assertThat(tools.facts().read(LabNode.NODE, Instant.EPOCH).identity().value())
                .contains(machine);
    }

    /** Every part that the script names is in the bundle, with its exit status, and the node's own boot. */
    @Test
    void givesEvidenceThatIsWhole() throws IOException {
        Act act = act(Step.EVIDENCE, new Identity("m", "p", Optional.empty()));
        EvidenceStore store = new EvidenceStore(folder);
        SshEvidence evidence = new SshEvidence(
                ssh, store, (a, ref) -> {}, (a, rma) -> "{}", new SshEvidence.Bundles(OutOfBandLog.none(), Heat.NEVER));
        EvidenceRef stored = evidence.capture(act);

        Map<String, String> entries = unzipped(store.read(stored.path()).orElseThrow());
        List<String> parts = SECTION.matcher(
                        String.join("\n", Scripts.evidence(0).words()))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(parts).contains("nvidia-smi-q", "journal-kernel", "uptime");
        String contents = String.valueOf(entries.remove("CONTENTS.txt"));
        assertThat(entries.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        parts.stream().map(part -> part + ".txt").toList());
        parts.forEach(part -> assertThat(contents).contains("\n" + part + ": exit "));
        assertThat(contents).contains("\nuptime: exit 0");
        assertThat(String.valueOf(entries.get("uptime.txt"))).contains("load average");
        String boot = tools.facts()
                .read(LabNode.NODE, Instant.EPOCH)
                .boot()
                .map(Boot::bootId)
                .value()
                .orElseThrow();
        assertThat(String.valueOf(entries.get("boot-id.txt")).strip()).isEqualTo(boot);
        assertThat(stored.bootId()).isEqualTo(boot);
        assertThat(evidence.capture(act)).isEqualTo(stored);
    }

    private static Map<String, String> unzipped(byte[] bundle) throws IOException {
        Map<String, String> entries = new HashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bundle))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return entries;
    }
}
