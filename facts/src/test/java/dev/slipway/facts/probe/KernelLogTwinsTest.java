package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.DriverFailure;
import dev.slipway.facts.kernel.DriverLines;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.facts.kernel.LogLines;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.gpu.XidEvent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What decides on a node and what {@code slipway parse} prints of the same log are the same events. */
class KernelLogTwinsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    static Stream<Path> logs() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(KernelLogTwinsTest.class.getResource("/fixtures/kernel-log"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> !f.endsWith("SOURCES.md")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("logs")
    void bothReadTheSameEventsOfEverySample(Path log) throws IOException {
        same(Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: No NVIDIA GPU found.",
                "nvidia: disagrees about version of symbol module_layout",
                "NVRM: RmFetchGspRmImages: No firmware image found",
                "NVRM: NVIDIA init module failed!",
                "nvidia 0000:18:00.0: Direct firmware load for nvidia/570.133.20/gsp_ga10x.bin failed with error -2",
                "NVRM: Xid (PCI:0000:3b:00.0): 154 (GPU recovery",
                "nvidia-nvswitch0: SXid (PCI:0000:c3:00.0): 24007, Data {0x1, 0x2}",
                "NVRM: Xid (PCI:0000:3b:00): 79"
            })
    void bothKnowTheFailuresThatCarryNoCode(String line) {
        same("[    1.0] " + line + "\n");
        assertThat(parsed("[    1.0] " + line + "\n").verdict().map(Enum::name).orElse(""))
                .isNotEqualTo("PASS");
        assertThat(read("[    1.0] " + line + "\n")).isNotEmpty();
    }

    /** Logged at each boot for a device that the driver leaves alone, or by a job's end: a person accepts them once. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: The NVIDIA probe routine was not called for 1 device(s).",
                "NVRM: This PCI I/O region assigned to your NVIDIA device is invalid:",
                "NVRM: BAR1 is 0M @ 0x0 (PCI:0009:01:00.0)",
                "NVRM: The 570.133.20 NVIDIA driver will ignore this GPU.  Continuing probe...",
                "nvidia-peermem nv_get_p2p_free_callback:127 ERROR detected invalid context, "
                        + "skipping further processing"
            })
    void aLineThatIsNoEventOfTheGpusAsksAtAGate(String line) {
        assertThat(parsed("[    1.0] " + line + "\n").verdict().map(Enum::name).orElse(""))
                .isNotEqualTo("PASS");
        assertThat(read("[    1.0] " + line + "\n")).isEmpty();
        assertThat(DriverLines.unknown(List.of("[    1.0] " + line), List.of()))
                .containsExactly(DriverLines.masked(line));
    }

    private static void same(String text) {
        TreeSet<String> coded = new TreeSet<>();
        boolean uncoded = parsed(text).facts().path("malformed").asInt(0) > 0;
        for (JsonNode event : parsed(text).facts().path("events")) {
            if (event.has("code")) {
                coded.add(event.path("address").asText() + " "
                        + event.path("code").asInt());
            } else {
                uncoded |= !List.of(
                                "segfault",
                                "peermem-error",
                                "probe-not-called",
                                "unsupported-gpu",
                                "legacy-gpu",
                                "bar-invalid")
                        .contains(event.path("kind").asText());
            }
        }
        List<XidEvent> events = read(text);
        TreeSet<String> decided = new TreeSet<>();
        events.stream().filter(e -> e.code() > 0).forEach(e -> decided.add(e.bdf() + " " + e.code()));
        assertThat(List.copyOf(decided)).isEqualTo(List.copyOf(coded));
        assertThat(events.stream().anyMatch(e -> e.code() == 0)).isEqualTo(uncoded);
    }

    private static List<XidEvent> read(String text) {
        return KernelLog.parse(text, new LogClock(Optional.empty(), NOW)).or(List.of());
    }

    private static ToolReport<?> parsed(String text) {
        return ToolParsers.parse("kernel-log", text.getBytes(UTF_8), OptionalInt.of(0));
    }

    /** A gate asks about no line that {@code parse} passes, and about each that bars its pass. */
    @ParameterizedTest
    @MethodSource("logs")
    void bothNameTheSameLinesThatNobodyKnows(Path log) throws IOException {
        String text = Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1);
        ToolReport<?> parsed = parsed(text);
        List<String> barring = parsed.unparsed().stream()
                .map(line -> DriverLines.masked(line.text()))
                .toList();

        List<String> lines = LogLines.whole(Text.lines(text));
        List<String> named = lines.stream()
                .filter(line -> line.contains("nvidia-peermem")
                        || DriverFailure.in(line).isPresent())
                .map(DriverLines::masked)
                .toList();
        List<String> unknown = new ArrayList<>(DriverLines.unknown(lines, List.of()));
        unknown.removeAll(named);

        assertThat(barring).containsAll(unknown);
        assertThat(unknown.isEmpty())
                .isEqualTo(
                        parsed.reasons().stream().noneMatch(r -> r.contains("a line of the driver that is not known")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1732500000.12 gpu-1 kernel: NVRM: GPU1 at PCI:0000:3b:00.0 met pid=4711, name=python3 0xdeadbeef",
                "[   12.345678] NVRM: GPU7 at PCI:0000:db:00.0 met pid=12, name=<unknown> 0x0",
                "Nov 21 10:00:00 gpu-1 kernel: NVRM: GPU3 at PCI:00000000:07:00 met pid='9', name=a 0x1f"
            })
    void equalMessagesAreEqualOnEveryGpuAndNode(String line) {
        String masked = "NVRM: GPU# at PCI:# met pid=# name=# #";

        assertThat(DriverLines.masked(line).replaceAll("[',]", "")).isEqualTo(masked);
        assertThat(DriverLines.masked(DriverLines.masked(line))).isEqualTo(DriverLines.masked(line));
    }

    @Test
    void saysWhereThereAreMoreLinesThanAreKept() {
        List<String> many = Stream.iterate(0, i -> i + 1)
                .limit(201)
                .map(i -> "NVRM: word " + (char) ('g' + i / 20) + (char) ('g' + i % 20))
                .toList();

        assertThat(DriverLines.unknown(many.subList(0, 200), List.of())).isEqualTo(many.subList(0, 200));
        assertThat(DriverLines.unknown(many, List.of()))
                .hasSize(201)
                .endsWith("nvidia: more lines of the driver than were read");
    }

    /** What no release is known to say bars a pass, whatever stands around it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: something that a release to come says",
                "nvidia 0000:3b:00.0: something",
                "nvidia-nvswitch0: something",
                "nvidia-modeset: ERROR: GPU:0: Idling display engine timed out"
            })
    void aLineOfTheDriverThatIsNotKnownIsNamedAndBarsAPass(String line) {
        ToolReport<?> parsed = parsed("[    1.0] usb 1-1: new device\n[    2.0] " + line + "\n");

        assertThat(parsed.verdict().map(Enum::name)).contains("UNKNOWN");
        assertThat(parsed.unparsed()).hasSize(1);
    }

    @Test
    void passesTheLinesOfAnOrdinaryBoot() {
        ToolReport<?> parsed = parsed("""
                [    0.000000] Linux version 6.8.0-60-generic (x) #63
                [   11.100000] nvidia: loading out-of-tree module taints kernel.
                [   11.100001] nvidia: module license 'NVIDIA' taints kernel.
                [   11.100002] nvidia: module verification failed: signature and/or required key missing - tainting kernel
                [   11.200000] nvidia-nvlink: Nvlink Core is being initialized, major device number 511
                [   11.300000] nvidia 0000:18:00.0: enabling device (0000 -> 0002)
                [   11.400000] NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.133.20  Release Build
                [   11.500000] nvidia-modeset: Loading NVIDIA UNIX Open Kernel Mode Setting Driver for x86_64  570.133.20
                [   11.600000] [drm] [nvidia-drm] [GPU ID 0x00001800] Loading driver
                [   11.700000] nvidia_uvm: module uses symbols nvUvmInterfaceDisableAccessCntr from proprietary module nvidia, inheriting taint.
                [   11.800000] nvidia-uvm: Loaded the UVM driver, major device number 509.
                [   11.900000] nvidia-nvswitch0: open (major=510)
                Nov 21 10:00:00 gpu-1 nvidia-persistenced[812]: Started (812)
                Nov 21 10:00:01 gpu-1 systemd[1]: Started nvidia-persistenced.service - NVIDIA Persistence Daemon.
                """);

        assertThat(parsed.reasons()).isEmpty();
        assertThat(parsed.verdict().map(Enum::name)).contains("PASS");
    }

    /** 45 is what the driver writes for each channel that it clears after another error of the GPU. */
    @Test
    void namesTheErrorThatAnotherOnlyFollows() {
        ToolReport<?> parsed = parsed("[ 1.0] NVRM: Xid (PCI:0000:3b:00): 48, pid=1, DBE\n"
                + "[ 1.1] NVRM: Xid (PCI:0000:3b:00): 45, pid=7, Ch 00000008\n"
                + "[ 1.2] NVRM: Xid (PCI:0000:5d:00): 45, pid=7, Ch 00000008\n");

        assertThat(parsed.facts().at("/events/1/causedBy").asInt()).isEqualTo(48);
        assertThat(parsed.facts().at("/events/2").has("causedBy")).isFalse();
    }

    /** Two clients against two modules are two mismatches, and each has the versions that stand together. */
    @Test
    void keepsTheVersionsOfEachMismatchTogether() {
        String said = "[ 1.0] NVRM: API mismatch: the client has the version 570.1.1, but\n"
                + "[ 1.0] NVRM: this kernel module has the version %s.  Please\n"
                + "[ 1.0] NVRM: make sure that this kernel module and all NVIDIA driver\n"
                + "[ 1.0] NVRM: components have the same version.\n";
        ToolReport<?> parsed =
                parsed(said.formatted("535.5.5") + said.formatted("550.6.6") + said.formatted("535.5.5"));

        assertThat(parsed.facts().path("events")).hasSize(2);
        assertThat(parsed.facts().at("/events/0/module").asText()).isEqualTo("535.5.5");
        assertThat(parsed.facts().at("/events/0/count").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/events/1/module").asText()).isEqualTo("550.6.6");
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void takesNoErrorOfAShellForALineOfAKernel() {
        for (String said : List.of(
                "bash: nvidia-smi: command not found",
                "nvidia-smi: command not found",
                "bash: line 1: dmesg: command not found")) {
            ToolReport<?> parsed = parsed(said + "\n");
            assertThat(parsed.verdict().map(Enum::name)).as(said).contains("INFRASTRUCTURE_ERROR");
            assertThat(parsed.facts().path("error").asText()).isEqualTo("command-not-found");
        }
    }
}
