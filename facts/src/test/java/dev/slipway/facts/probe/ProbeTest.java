package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.facts.Samples;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private static NodeFacts facts(Map<String, String> sections) {
        return ProbeAnswer.of(Samples.answer(sections)).facts(NODE, NOW);
    }

    @Test
    void readsAHealthyNodeWithoutOneUnknownPart() {
        NodeFacts facts = facts(Samples.healthy());

        assertThat(facts.errors()).containsOnlyKeys();
        assertThat(facts.hardware().gpusOnBus().or(0)).isEqualTo(8);
        assertThat(facts.hardware().gpus().or(List.of()))
                .hasSize(8)
                .extracting(Gpu::health)
                .containsOnly(new Gpu.Health("None", "No", "No", "96.00.74.00.01", "Disabled"));
        assertThat(facts.hardware().fabric().value()).contains(new NodeFacts.Fabric("Completed", 18, 18));
        assertThat(facts.hardware().holders().or(List.of())).hasSize(2);
        assertThat(facts.software().driverOwner().value()).contains(DriverOwner.HOST_PACKAGED);
        assertThat(facts.software().packagesBroken().value()).contains(List.of());
        assertThat(facts.runtime().value())
                .contains(new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Enabled", "Disabled"));
        assertThat(facts.boot().value().map(b -> b.nextKernel())).contains("6.8.0-60-generic");
    }

    @Test
    void asksForTheUnitsThatABaselineMayRequire() {
        String units = String.join(" ", Baseline.GateProfile.KNOWN_SERVICES);

        assertThat(Probe.script()).contains("section services 10 run systemctl show -p Id", " " + units + "\n");
    }

    /**
     * Within the time that an answer took nobody knows better; beyond it a person is told; too far and no time
     * counts.
     */
    @Test
    void i22_comparesTheNodesClockWithOurs() {
        Instant shown = Instant.ofEpochSecond(1_732_500_060L, 123_000_000);

        assertThat(skew(shown.minusSeconds(20), shown.plusSeconds(1))).isEqualTo("0 s");
        assertThat(skew(shown.minusSeconds(9), shown.minusSeconds(4))).isEqualTo("4 s ahead");
        assertThat(skew(shown.plusSeconds(61), shown.plusSeconds(62))).isEqualTo("61 s behind");

        NodeFacts near = at(shown.plusSeconds(61), shown.plusSeconds(62));
        assertThat(near.kernelEvents().known()).isTrue();
        assertThat(FactsSummary.of(near)).contains("clock 61 s behind");
        NodeFacts far = at(shown.minusSeconds(3_601), shown.minusSeconds(3_600));
        assertThat(far.kernelEvents().error()).contains("1 h ahead").contains("set its clock");
        assertThat(FactsSummary.of(at(shown, shown))).doesNotContain("clock");
    }

    private static NodeFacts at(Instant sent, Instant received) {
        return ProbeAnswer.of(Samples.answer(Samples.healthy())).facts(NODE, sent, received);
    }

    private static String skew(Instant sent, Instant received) {
        return at(sent, received)
                .details()
                .collected()
                .value()
                .flatMap(collected -> collected.clock().value())
                .map(Object::toString)
                .orElse("unknown");
    }

    @Test
    void believesNothingOfANodeThatRebootedUnderTheProbe() {
        Map<String, String> sections = new LinkedHashMap<>(Samples.healthy());
        sections.put("boot-id-last", "6b1f4d1c-0000-4000-8000-00000000beef\n");

        NodeFacts facts = facts(sections);

        assertThat(facts.boot().error()).contains("rebooted while it was read");
        assertThat(facts.identity().known()).isFalse();
        assertThat(facts.hardware().gpus().known()).isFalse();
        assertThat(facts.errors().values()).allMatch(reason -> reason.contains("rebooted while it was read"));
        assertThat(ProbeAnswer.of(Samples.answer(sections)).rebooted()).isPresent();
    }

    @Test
    void aBootIdThatIsTheSameAtTheEndChangesNothing() {
        Map<String, String> sections = new LinkedHashMap<>(Samples.healthy());
        sections.put("boot-id-last", String.valueOf(sections.get("boot-id")));

        assertThat(facts(sections).errors()).containsOnlyKeys();
    }

    @Test
    void readsEveryVersionAsBaselinesPinIt() {
        NodeFacts facts = facts(Samples.healthy());

        assertThat(facts.version(Field.OS_IMAGE).or("")).isEqualTo("ubuntu-24.04");
        assertThat(facts.version(Field.IMAGE_VERSION).or("")).isEqualTo("gpu-node-2026.06");
        assertThat(List.of(
                        facts.version(Field.DRIVER_VERSION).or(""),
                        facts.version(Field.DRIVER_RESIDENT).or(""),
                        facts.version(Field.DRIVER_ON_DISK).or(""),
                        facts.version(Field.DRIVER_USERSPACE).or(""),
                        facts.version(Field.LIBCUDA).or(""),
                        facts.version(Field.GSP_FIRMWARE).or(""),
                        facts.version(Field.FABRIC_MANAGER).or("")))
                .containsOnly("565.57.01");
        assertThat(facts.version(Field.MODULE_FLAVOUR).or("")).isEqualTo("open");
        assertThat(facts.version(Field.MODULE_DELIVERY).or("")).isEqualTo("dkms");
        assertThat(facts.version(Field.CUDA_TOOLKIT).or("")).isEqualTo("12-8");
        assertThat(facts.version(Field.CONTAINER_TOOLKIT).or("")).isEqualTo("1.17.8");
        assertThat(facts.version(Field.DCGM).or("")).isEqualTo("4.4.1");
        assertThat(facts.version(Field.NCCL).or("")).isEqualTo("2.27.3");
        assertThat(facts.version(Field.IMEX).or("")).isEqualTo("n/a");
        assertThat(facts.version(Field.INFOROM).or("")).isEqualTo("G520.0200.00.05");
    }

    @Test
    void readsWhatBiosBootLoaderAndFirmwareMadeOfTheMachine() {
        NodeFacts facts = facts(Samples.healthy());

        assertThat(facts.version(Field.DRIVER_BRANCH).or("")).isEqualTo("565");
        assertThat(facts.version(Field.CMDLINE).or("")).contains("root=UUID=1 ro");
        assertThat(facts.version(Field.IOMMU).or("")).isEqualTo("passthrough");
        assertThat(facts.version(Field.ACS).or("")).isEqualTo("off");
        assertThat(facts.version(Field.SECURE_BOOT).or("")).isEqualTo("enabled");
        assertThat(facts.version(Field.NIC_FIRMWARE).or("")).isEqualTo("28.39.1002");
        assertThat(facts.version(Field.BMC_FIRMWARE).or("")).isEqualTo("13.05");
        assertThat(facts.version(Field.BIOS_PROFILE).or("")).isEqualTo("2.1.5");
        assertThat(facts.version(Field.MODULES).or("")).isEqualTo("nvidia nvidia_peermem nvidia_uvm");
        assertThat(facts.version(Field.PEERMEM).or("")).isEqualTo("nvidia_peermem");
        assertThat(facts.version(Field.GDRCOPY).or("")).isEqualTo("n/a");
    }

    @Test
    void neverTakesAnUnreadSettingOfTheMachineForOff() {
        assertThat(PlatformReader.iommu("").known()).isFalse();
        assertThat(PlatformReader.iommu("none\nDMA-FQ\n").or("")).isEqualTo("off | translated");
        assertThat(PlatformReader.acs("bridges 0 redirecting 0\n").known()).isFalse();
        assertThat(PlatformReader.acs("bridges 9 redirecting 2\n").or("")).isEqualTo("on");
        assertThat(PlatformReader.secureBoot("").known()).isFalse();
        assertThat(PlatformReader.secureBoot("no EFI\n").or("")).isEqualTo("disabled");
        assertThat(PlatformReader.nics("").or("")).isEqualTo("n/a");
        assertThat(PlatformReader.nics("mlx5_0 A 28.39.1002\nmlx5_1 B 26.1.4\n").or(""))
                .isEqualTo("A=28.39.1002 | B=26.1.4");
        assertThat(PlatformReader.nics("cat: fw_ver: No such file\n").known()).isFalse();
        assertThat(PlatformReader.bmc("Unable to establish session\n").known()).isFalse();
    }

    @Test
    void readsWhatGatesAreRunWith() {
        assertThat(facts(Samples.healthy()).lacking()).isEmpty();
        Map<String, String> sections = Samples.healthy();
        sections.put(
                "tools", Samples.TOOLS.replace("have mpirun /usr/bin/mpirun\nmpirun mpirun (Open MPI) 4.1.6\n", ""));
        assertThat(facts(sections).lacking()).isEqualTo(Map.of("G9", "mpirun is not there"));
        sections.put("tools", "sh: 1: Syntax error\n");
        assertThat(facts(sections).tools().error()).contains("tools: not a line of it");
        assertThat(facts(sections).lacking()).isEmpty();
    }

    @Test
    void namesEachPartThatASectionLeftUnknown() {
        Map<String, String> sections = Samples.healthy();
        sections.remove("holders");
        sections.put(
                "smi-gpus",
                "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.173\n");
        sections.put("lspci", "");
        NodeFacts facts = facts(sections);

        assertThat(facts.hardware().holders().error()).isEqualTo("holders was not read");
        assertThat(facts.version(Field.DRIVER_VERSION).error())
                .isEqualTo("smi-gpus: driver/library version mismatch (library 580.173)");
        assertThat(facts.hardware().gpusOnBus().value()).contains(0);
        assertThat(facts.version(Field.DRIVER_RESIDENT).or("")).isEqualTo("565.57.01");
    }

    @Test
    void keepsTheReasonOfASectionThatFailedOrRanOutOfTime() {
        Map<String, String> sections = Samples.healthy();
        sections.remove("smi-q");
        sections.remove("manifest");
        byte[] rest = Samples.answer(sections);
        byte[] failed = Samples.section("manifest", 1, "cat: /etc/cluster-image.json: No such file or directory\n");
        byte[] hung = Samples.section("smi-q", 124, "");
        NodeFacts facts = ProbeAnswer.of(join(failed, hung, rest)).facts(NODE, NOW);

        assertThat(facts.software().manifest().error()).contains("No such file or directory");
        assertThat(facts.version(Field.GSP_FIRMWARE).error()).isEqualTo("smi-q: no answer within its time limit");
        assertThat(facts.hardware().gpus().or(List.of()).getFirst().health().recoveryAction())
                .isEmpty();
    }

    @Test
    void leavesNothingKnownBehindTheCutOfAnAnswer() {
        byte[] whole = Samples.answer(Samples.healthy());
        int cut = new String(whole, UTF_8).indexOf("@@ lspci");
        NodeFacts facts = ProbeAnswer.of(Arrays.copyOf(whole, cut + 40)).facts(NODE, NOW);

        assertThat(facts.identity().known()).isTrue();
        assertThat(facts.hardware().gpusOnBus().error()).isEqualTo("lspci: the answer is cut in section lspci");
        assertThat(facts.errors()).containsKeys("gpus", "holders", "fabric", "runtime");
    }

    @Test
    void hashesEqualFactsEqually() {
        NodeFacts facts = facts(Samples.healthy());
        NodeFacts later = ProbeAnswer.of(Samples.answer(Samples.healthy())).facts(NODE, NOW.plusSeconds(9));
        Map<String, String> other = Samples.healthy();
        other.put("kernel", "6.8.0-58-generic\n");

        assertThat(FactsHash.of(facts)).hasSize(64).isEqualTo(FactsHash.of(later));
        assertThat(FactsHash.of(facts(other))).isNotEqualTo(FactsHash.of(facts));
    }

    @Test
    void neverCallsUnknownFactsUnchanged() {
        NodeFacts unread = ProbeAnswer.of(new byte[0]).facts(NODE, NOW);
        NodeFacts again = ProbeAnswer.of(new byte[0]).facts(NODE, NOW.plusSeconds(1));

        assertThat(FactsHash.of(unread)).isNotEqualTo(FactsHash.of(again));
    }

    @Test
    void summarisesInOneShortLine() {
        assertThat(FactsSummary.of(facts(Samples.healthy())))
                .isEqualTo("driver 565.57.01, kernel 6.8.0-60-generic, image gpu-node-2026.06, 8 of 8 GPUs answer,"
                        + " fabric Completed");
        assertThat(FactsSummary.of(ProbeAnswer.of(new byte[0]).facts(NODE, NOW)))
                .hasSizeLessThanOrEqualTo(200)
                .contains("unknown: ");
    }

    @Test
    void asksWithOneQuotedCommandLine() {
        List<String> words = ShellWords.split(Probe.command(Instant.ofEpochSecond(17), "boot-id", "kernel"));

        assertThat(words).startsWith("sh", "-c").endsWith("slipway-probe", "17", "boot-id", "kernel");
        assertThat(words.get(2)).isEqualTo(Probe.script());
    }

    private static byte[] join(byte[]... parts) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }
}
