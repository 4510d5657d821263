package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.Samples;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.kernel.DkmsParser;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.nvidia.DcgmDiag;
import dev.slipway.facts.nvidia.DcgmSettings;
import dev.slipway.facts.nvidia.GpuApps;
import dev.slipway.facts.nvidia.SmiBlocks;
import dev.slipway.facts.nvidia.SmiErrors;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Any bytes give a value or an explicit error; damaged ones never a clean node. */
class FuzzTest {
    private static final NodeRef NODE = new NodeRef("c1", "n1");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<String> SAMPLES = List.of(
            "nvidia-smi/q-h200-590.48.01.txt",
            "nvidia-smi/nvlink-s-h200-590.txt",
            "dcgmi/diag-r2-json-4.5.2-gb10-memory-pass.json",
            "dcgmi/diag-r3-table-4.0.0-pass-4gpu.txt",
            "nccl-tests/allreduce-1x-p5-mpi-prefix.txt",
            "kernel-log/xid-nvsentinel-mixed.txt",
            "kernel-log/sxid-gpud.txt",
            "lspci/lspci-nn-a100x8-nvswitch-domains.txt",
            "lsmod/lsmod-idle-refcount-2.txt",
            "dkms/old-comma-three-warnings.txt",
            "proc-driver-version/proprietary-550.78.txt",
            "modinfo/modinfo-470-non-dkms-path.txt");

    private static final Map<String, Function<String, Reading<?>>> PARSERS = Map.ofEntries(
            Map.entry("smi-gpus", t -> SmiGpus.parse(Samples.output(t))),
            Map.entry(
                    "smi-q",
                    t -> SmiQuery.parse(Samples.output(t))
                            .map(q -> q.health("x", "", "") + q.fabricState().or(""))),
            Map.entry("nvlink", t -> Nvlinks.parse(Samples.output(t))),
            Map.entry("lspci", t -> PciDevices.parse(Samples.output(t)).map(PciDevices::gpus)),
            Map.entry("loaded", t -> ModuleParser.loaded(Samples.output(t)).value()),
            Map.entry("on disk", t -> VersionReader.onDisk(Samples.output(t))),
            Map.entry("dkms", t -> DkmsParser.builds(Samples.output(t))),
            Map.entry("packages", t -> PackageList.parse(t, t)),
            Map.entry("services", t -> Services.parse(Samples.output(t))),
            Map.entry("persistence-unit", t -> PersistenceReader.unit(Samples.output(t))),
            Map.entry("modules", t -> LoadStateReader.names(Samples.output(t))),
            Map.entry("owner", OwnerLines::parse),
            Map.entry("manifest", Manifest::parse),
            Map.entry("dcgm", t -> VersionReader.dcgm(Samples.output(t))),
            Map.entry("toolkit", t -> VersionReader.toolkit(Samples.output(t))),
            Map.entry("cuda", t -> VersionReader.cuda(Samples.output(t))),
            Map.entry("os", VersionReader::osImage),
            Map.entry("library", VersionReader::library),
            Map.entry("dcgm-config", t -> DcgmSettings.parse(Samples.output(t)).value()),
            Map.entry("load-log", LoadTroubles::parse),
            Map.entry("fabric-log", FabricLog::parse),
            Map.entry("fabric-log, journal", t -> FabricLog.parse("# source=journal\n" + t)),
            Map.entry("fabric-log, kernel", t -> FabricLog.parse("# source=kernel\n" + t)),
            Map.entry("nvswitches", FabricReader::devices),
            Map.entry("switches", t -> PciDevices.parse(Samples.output(t)).map(PciDevices::switches)),
            Map.entry(
                    "fabric of each GPU",
                    t -> FabricReader.registrations(
                            SmiBlocks.of(Samples.output(t).lines()).values())),
            Map.entry("module-files", LoadStateReader::files),
            Map.entry("module-owners", DriverFilesReader::owners),
            Map.entry("firmware", DriverFilesReader::firmware),
            Map.entry("gsp-setting", DriverFilesReader::settings),
            Map.entry("cdi", CdiLines::parse),
            Map.entry("loaded modules", t -> LoadStateReader.loaded(Samples.output(t))),
            Map.entry("kernel-log", t -> KernelLog.parse(t, new LogClock(Optional.of(NOW), NOW))),
            Map.entry(
                    "holders",
                    t -> Holders.of(Reading.of(new Section(0, t.getBytes(UTF_8))), GpuApps.parse(Samples.output(t)))),
            Map.entry(
                    "audit",
                    t -> PackageList.broken(
                            Reading.of(new Section(0, t.getBytes(UTF_8))), Reading.of(List.<InstalledPackage>of()))));

    @Test
    void everyParserAnswersAnyBytes() {
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            byte[] bytes = damaged(random, Samples.bytes(SAMPLES.get(round % SAMPLES.size())));
            String text = new Section(0, bytes).text();
            PARSERS.forEach((name, parser) -> sound(name, parser.apply(text)));
            assertThat(DcgmDiag.parse(bytes, 0, 9, List.of()).verdict()).isNotEqualTo(ToolVerdict.PASS);
            assertThat(NcclTests.parse(bytes, 0, 1e6).verdict()).isNotEqualTo(ToolVerdict.PASS);
            assertThat(SmiErrors.reason(Samples.output(text))).isNotNull();
        }
    }

    private static void sound(String name, Reading<?> reading) {
        assertThat(reading.known() || !reading.error().isBlank()).as(name).isTrue();
        assertThat(reading.error().length()).as(name).isLessThan(400);
    }

    @Test
    void aDamagedAnswerIsNeverAHealthyNode() {
        byte[] whole = Samples.answer(Samples.healthy());
        NodeFacts healthy = ProbeAnswer.of(whole).facts(NODE, NOW);
        Random random = new Random(5);
        for (int round = 0; round < 150; round++) {
            byte[] bytes = damaged(random, whole);
            NodeFacts facts = ProbeAnswer.of(bytes).facts(NODE, NOW);
            assertThat(decisive(facts).equals(decisive(healthy)) || partUnknown(facts))
                    .as("round " + round)
                    .isTrue();
            assertThat(FactsSummary.of(facts)).hasSizeLessThanOrEqualTo(200);
            assertThat(FactsHash.of(facts)).hasSize(64);
        }
    }

    @Test
    void whatIsRememberedOfOtherAnswersChangesNoFact() {
        byte[] whole = Samples.answer(Samples.healthy());
        ParsedSections known = new ParsedSections(200);
        Random random = new Random(7);
        for (int round = 0; round < 150; round++) {
            byte[] bytes = round % 2 == 0 ? whole : damaged(random, whole);
            assertThat(ProbeAnswer.of(bytes).facts(NODE, NOW, NOW, known))
                    .as("round " + round)
                    .isEqualTo(ProbeAnswer.of(bytes).facts(NODE, NOW, NOW));
        }
    }

    @Test
    void anAnswerCutAnywhereHasUnknownParts() {
        byte[] whole = Samples.answer(Samples.healthy());
        Random random = new Random(3);
        for (int round = 0; round < 150; round++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length - 40));
            assertThat(partUnknown(ProbeAnswer.of(bytes).facts(NODE, NOW)))
                    .as("cut at " + bytes.length)
                    .isTrue();
        }
    }

    /** What every decision stands on; details are shown only, and single tables ask for the errors of what they need. */
    private static NodeFacts decisive(NodeFacts facts) {
        return new NodeFacts(
                facts.node(),
                facts.collectedAt(),
                facts.identity(),
                facts.boot(),
                facts.hardware(),
                facts.software(),
                facts.runtime(),
                facts.kernelEvents());
    }

    /** The last that a table stands on is the second count of the GPUs: unknown, or not the first. */
    private static boolean partUnknown(NodeFacts facts) {
        return !facts.errors().isEmpty()
                || !facts.kernels().gpusAgain().equals(facts.hardware().gpusOnBus());
    }

    @Test
    void hugeAnswersStayBounded() {
        byte[] huge = new byte[100 << 20];
        Arrays.fill(huge, (byte) 'x');
        byte[] rows = "@@ smi-q 0 104857000\nGPU 00000000:18:00.0\n    A : b\n".getBytes(UTF_8);
        System.arraycopy(rows, 0, huge, 0, rows.length);

        assertThat(ProbeAnswer.of(huge).facts(NODE, NOW).errors()).containsKeys("gpus", "identity");
        assertThat(DcgmDiag.parse(huge, 0, 8, List.of()).verdict()).isEqualTo(ToolVerdict.UNKNOWN);
        assertThat(NcclTests.parse(huge, 0, 1).verdict()).isEqualTo(ToolVerdict.UNKNOWN);
        assertThat(new Section(0, huge).text()).hasSize(Text.LIMIT);
    }

    @Test
    void stormsInTheLogAreCappedAndNeverClean() {
        StringBuilder storm = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            storm.append("NVRM: Xid (PCI:0000:19:00): 94, event ").append(i).append('\n');
        }
        Reading<List<XidEvent>> events = KernelLog.parse(storm.toString(), new LogClock(Optional.of(NOW), NOW));

        assertThat(events.or(List.of())).hasSize(500);
    }

    /** The bytes cut, interleaved, or with NUL, CRLF, escapes and random bytes put in. */
    private static byte[] damaged(Random random, byte[] bytes) {
        List<byte[]> parts = new ArrayList<>();
        int at = random.nextInt(bytes.length);
        parts.add(Arrays.copyOf(bytes, at));
        byte[] rest = Arrays.copyOfRange(bytes, Math.min(bytes.length, at + random.nextInt(40)), bytes.length);
        switch (random.nextInt(7)) {
            case 0 -> parts.add(noise(random));
            case 1 -> parts.addAll(List.of("\u001b[4m\u001b[0m".getBytes(UTF_8), rest));
            case 2 -> parts.addAll(List.of(new byte[random.nextInt(1, 9)], rest));
            case 3 -> parts.addAll(List.of("\r\n".getBytes(UTF_8), rest));
            case 4 -> parts.addAll(List.of(bytes, rest));
            case 5 -> parts.addAll(List.of(noise(random), rest));
            default -> parts.add("@@ end 0 0\n".getBytes(UTF_8));
        }
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        parts.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] noise(Random random) {
        byte[] noise = new byte[random.nextInt(1, 300)];
        random.nextBytes(noise);
        return noise;
    }
}
