package dev.slipway.activities.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.Secrets;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.facts.probe.Section;
import dev.slipway.model.FailureType;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodePlan;
import io.temporal.failure.ApplicationFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {
    @TempDir
    private Path folder = Path.of("");

    private final List<EvidenceRef> index = new ArrayList<>();
    private Optional<String> heat = Optional.empty();

    private SshEvidence evidence(OneNode node) {
        return evidence(node, OutOfBandLog.none());
    }

    private SshEvidence evidence(OneNode node, OutOfBandLog outside) {
        return new SshEvidence(
                node.tools().ssh(),
                new EvidenceStore(folder.resolve("store")),
                (act, ref) -> index.add(ref),
                (act, rma) -> rma.reason(),
                new SshEvidence.Bundles(outside, fleet -> heat));
    }

    private static Optional<Section> log(int exit, String text) {
        return Optional.of(new Section(exit, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void keepsWhatItStoresFromOtherUsers() throws IOException {
        Path root = folder.resolve("store");
        new EvidenceStore(root).put("demo/gpu-001/log.txt", "who ran what".getBytes(StandardCharsets.UTF_8));

        assertThat(Files.getPosixFilePermissions(root.resolve("demo/gpu-001/log.txt")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(root)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    private Map<String, String> unzip(EvidenceRef ref) throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve("store").resolve(ref.path()));
        assertThat(bytes).hasSize(Math.toIntExact(ref.bytes()));
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    @Test
    void keepsTheSectionsOfANodeOnceAndIndexesThem() throws IOException {
        NodePlan plan = NodePlan.clean("gpu-001", 7).with(new Condition.Xid(79, 3));
        try (OneNode node = new OneNode(folder.resolve("node"), plan)) {
            EvidenceRef first = evidence(node).capture(node.act("evidence", 1));
            assertThat(unzip(first)).containsKeys("CONTENTS.txt", "nvidia-smi-q.txt", "journal-kernel.txt");
            assertThat(unzip(first).get("journal-kernel.txt")).contains("Xid");
            assertThat(evidence(node).capture(node.act("evidence", 1))).isEqualTo(first);
            assertThat(node.see(() -> node.node().faults().calls("slipway-evidence")))
                    .isEqualTo(1);
            assertThat(index).containsOnly(first);
        }
    }

    /** What is stored says under which boot it was read, and says the same when it is asked for again. */
    @Test
    void theKernelsLogOfTheBootBeforeIsInItWhereTheNodeKeepsIt() {
        try (OneNode node = new OneNode(folder.resolve("node"), NodePlan.clean("gpu-001", 7))) {
            assertThat(evidence(node).capture(node.act("evidence", 1)).bootBefore())
                    .as("there was none")
                    .isFalse();
            Disturbed.cycle(node);
            String boot = node.see(() -> node.node().power().bootId());

            EvidenceRef crash = evidence(node).capture(node.act("evidence-crash", 1));
            EvidenceRef bundle = evidence(node).bundle(node.act("evidence-gpu", 1), List.of());

            assertThat(crash.bootId()).isEqualTo(boot);
            assertThat(crash.bootBefore()).isTrue();
            assertThat(bundle.bootId()).isEqualTo(boot);
            assertThat(bundle.bootBefore()).isTrue();
            assertThat(evidence(node).capture(node.act("evidence-crash", 1))).isEqualTo(crash);
        }
    }

    @Test
    void aNodeThatKeepsNoJournalOverBootsHasNoLogOfTheBootBefore() {
        NodePlan plan = NodePlan.clean("gpu-001", 7).with(new Condition.JournalLost());
        try (OneNode node = new OneNode(folder.resolve("node"), plan)) {
            Disturbed.cycle(node);

            assertThat(evidence(node).capture(node.act("evidence-crash", 1)).bootBefore())
                    .isFalse();
        }
    }

    /** I10: what a reset would clear, and which GPU it is of; the log of the day before the run belongs to it. */
    @Test
    void i10_keepsWhatAVendorAsksForAndTheCaseBesideIt() throws IOException {
        NodePlan plan = NodePlan.clean("gpu-001", 7).with(new Condition.Xid(79, 3));
        GpuSuspect gpu = new GpuSuspect("GPU-1", "1650002", "0000:5d:00.0", List.of(79), "XID 79");
        try (OneNode node = new OneNode(folder.resolve("node"), plan)) {
            EvidenceRef bundle = evidence(node).bundle(node.act("evidence-gpu", 1), List.of(gpu));
            assertThat(evidence(node).bundle(node.act("evidence-gpu", 1), List.of(gpu)))
                    .isEqualTo(bundle);
            assertThat(node.see(() -> node.node().faults().calls("slipway-vendor")))
                    .isEqualTo(1);

            Map<String, String> files = unzip(bundle);
            assertThat(files)
                    .containsKeys("identity.txt", "bug-report.txt", "dcgmi-diag.txt", "dmesg.txt", "event-log.txt");
            assertThat(files.get("CONTENTS.txt")).contains("serial 1650002", "slot 0000:5d:00", "identity: exit 0");
            assertThat(files.get("journal-kernel.txt")).contains("Xid");

            RmaCase rma = new RmaCase(
                    Instant.EPOCH, "F9", "token=abcdefgh12345 lost", List.of(gpu), List.of(), Optional.of(bundle));
            EvidenceRef record = evidence(node).record(node.act("rma-record", 1), rma);
            assertThat(evidence(node).record(node.act("rma-record", 1), rma)).isEqualTo(record);
            assertThat(Files.readString(folder.resolve("store").resolve(record.path())))
                    .contains("lost")
                    .doesNotContain("abcdefgh12345");
        }
    }

    @Test
    void aNodeThatIsDeadHasTheEventLogOfItsBmc() throws IOException {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-vendor", 1, Moment.BEFORE, new Fault.Drop()))
                .failing(new Faults.Rule("slipway-vendor", 2, Moment.BEFORE, new Fault.Drop()));
        try (OneNode node = new OneNode(folder.resolve("node"), plan)) {
            OutOfBandLog wrong = new OutOfBandLog(n -> log(1, "no login"), n -> true);
            assertThatThrownBy(() -> evidence(node, wrong).bundle(node.act("rma-bundle", 1), List.of()))
                    .as("nothing was read")
                    .isInstanceOf(ApplicationFailure.class);

            OutOfBandLog bmc = new OutOfBandLog(n -> log(0, "GPU 3: bus fatal error"), n -> true);
            Map<String, String> files = unzip(evidence(node, bmc).bundle(node.act("rma-bundle", 1), List.of()));

            assertThat(files).containsOnlyKeys("CONTENTS.txt", "bmc-event-log.txt");
            assertThat(files.get("bmc-event-log.txt")).contains("bus fatal error");
            assertThat(files.get("CONTENTS.txt")).contains("the node was not read: ", "bmc-event-log: exit 0");
        }
    }

    @Test
    void i19_theDiagOfABundleWaitsForTheEndOfAFreezeForHeatAndOtherEvidenceDoesNot() {
        try (OneNode node = new OneNode(folder.resolve("node"), NodePlan.clean("gpu-001", 7))) {
            EvidenceRef before = evidence(node).bundle(node.act("rma-bundle", 1), List.of());
            heat = Optional.of("coolant alarm");

            assertThat(Refusal.of(
                            FailureType.SUSPENDED, () -> evidence(node).bundle(node.act("rma-bundle", 2), List.of())))
                    .isEqualTo("coolant alarm");
            assertThat(evidence(node).bundle(node.act("rma-bundle", 1), List.of()))
                    .as("what is stored is not read again")
                    .isEqualTo(before);
            assertThat(evidence(node).capture(node.act("evidence", 1)).bytes()).isPositive();
        }
    }

    @Test
    void anAnswerThatIsCutIsNotEvidence() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-evidence", 1, Moment.AFTER, new Fault.Spoil(Faults.Shape.HALF)));
        try (OneNode node = new OneNode(folder.resolve("node"), plan)) {
            assertThatThrownBy(() -> evidence(node).capture(node.act("evidence", 1)))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            f -> assertThat(f.getType()).isEqualTo(FailureType.TRANSIENT.name()));
            assertThat(evidence(node).capture(node.act("evidence", 1)).bytes()).isPositive();
        }
    }

    @Test
    void theStoreKeepsTheFirstBytesAndLeavesNothingBehind() throws IOException {
        EvidenceStore store = new EvidenceStore(folder);
        EvidenceRef first = store.put("a/b/c.txt", new byte[] {1, 2});
        assertThat(store.put("a/b/c.txt", new byte[] {9})).isEqualTo(first);
        assertThat(first.sha256()).isEqualTo("a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222");
        try (var files = Files.list(folder.resolve("a/b"))) {
            assertThat(files).hasSize(1);
        }
        for (String bad : List.of("../x", "/x", "a//b", ".hidden", "a/../b", "")) {
            assertThatThrownBy(() -> store.put(bad, new byte[0])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aStoreThatCannotBeWrittenSaysSo() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        EvidenceStore store = new EvidenceStore(folder.resolve("file"));
        assertThatThrownBy(() -> store.put("a.txt", new byte[0])).isInstanceOf(ApplicationFailure.class);
    }

    @Test
    void secretsAreMasked() {
        String text = """
            export DB_PASSWORD=hunter2 next
            password: "two words"
            {"api_key": "abc123", "driver": "570.133.20"}
            Authorization: Bearer abcdef.ghijkl
            mount -o username=x,password=s3cret //nas/share
            https://user:pa55@mirror.example/ubuntu
            --token t0ps3cret run
            AKIAABCDEFGHIJKLMNOP
            -----BEGIN OPENSSH PRIVATE KEY-----
            b3BlbnNzaC1rZXk
            -----END OPENSSH PRIVATE KEY-----
            NVRM: Xid (PCI:0000:5d:00): 79, pid=1234, name=python
            """;
        assertThat(Secrets.mask(text))
                .doesNotContain(
                        "hunter2",
                        "two words",
                        "abc123",
                        "abcdef.ghijkl",
                        "s3cret",
                        "pa55",
                        "t0ps3cret",
                        "AKIA",
                        "b3Blb")
                .contains(
                        "DB_PASSWORD=[masked] next",
                        "570.133.20",
                        "mirror.example",
                        "Xid (PCI:0000:5d:00): 79, pid=1234");
    }
}
