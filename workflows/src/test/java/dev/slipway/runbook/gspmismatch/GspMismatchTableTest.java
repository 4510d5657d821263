package dev.slipway.runbook.gspmismatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverFiles;
import dev.slipway.model.facts.DriverFiles.Firmware;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Loaded;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.runbook.DecisionTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class GspMismatchTableTest {
    private static final String PIN = Sample.DRIVER;
    private static final String OTHER = "580.65.06";
    private static final String KERNEL = "6.8.0-60-generic";
    private static final String MODULE = "/lib/modules/" + KERNEL + "/updates/dkms/nvidia.ko.zst";
    private static final Firmware WHOLE = new Firmware(PIN, Map.of("gsp_ga10x.bin", 29L, "gsp_tu10x.bin", 74L));

    private final GspMismatchTable table = new GspMismatchTable();

    /** A node whose firmware is whole, to be spoiled one part at a time. */
    static final class Node {
        private final Sample sample = Sample.clean().version(Field.GSP_FIRMWARE, PIN);
        private Reading<List<Loaded>> loaded = Reading.of(List.of(new Loaded("nvidia", 3, List.of())));
        private List<String> files = List.of(MODULE);
        private Reading<String> initramfs = Reading.of("");
        private Reading<List<Trouble>> troubles = Reading.of(List.of());
        private Reading<List<Firmware>> firmware = Reading.of(List.of(WHOLE));
        private Map<String, String> settings = Map.of();
        private Map<String, Long> free = Map.of("/boot", 1L << 30, "/", 1L << 40, "/var", 1L << 40, "/lib", 1L << 40);
        private List<GpuEvent> past = List.of();

        private Node on(String disk, String library) {
            sample.version(Field.DRIVER_ON_DISK, disk).version(Field.DRIVER_USERSPACE, library);
            return this;
        }

        private Node silent(Trouble.Kind... kinds) {
            sample.silent();
            troubles = Reading.of(
                    Stream.of(kinds).map(k -> new Trouble(k, "a line")).toList());
            return this;
        }

        private Node xid(int code) {
            sample.events = Reading.of(List.of(new XidEvent(Instant.EPOCH, "0000:12:00.0", code, false, "Timeout")));
            return this;
        }

        private Node installed(String name, String version) {
            List<InstalledPackage> all = new ArrayList<>(sample.packages.or(List.of()));
            all.add(new InstalledPackage(name, version, "installed", false));
            sample.packages = Reading.of(all);
            return this;
        }

        private NodeFacts facts() {
            KernelState no = KernelState.unread("not asked");
            Reading<String> none = Reading.of("");
            return sample.facts()
                    .with(
                            new LoadState(
                                    loaded,
                                    Reading.of(files),
                                    Reading.of(KERNEL + " SMP"),
                                    none,
                                    Reading.of("open"),
                                    initramfs,
                                    troubles),
                            new KernelState(
                                    no.builds(),
                                    no.headers(),
                                    no.buildLog(),
                                    no.kernels(),
                                    no.boot(),
                                    no.nouveau(),
                                    Reading.of(free),
                                    no.tools(),
                                    no.gpusAgain(),
                                    no.offered()))
                    .with(new DriverFiles(
                            Reading.of(Map.of()),
                            firmware,
                            Reading.of(List.of(PIN + "/gsp_ga10x.bin", PIN + "/gsp_tu10x.bin")),
                            Reading.of(settings),
                            Reading.unknown("not asked")));
        }

        private Diagnosed diagnosed(GspMismatchTable table) {
            return WithoutRunbooks.diagnose(
                    table, facts(), sample.baseline(), new DecisionTable.History(() -> past, List::of));
        }
    }

    private static Arguments row(String id, String kind, String detail, Consumer<Node> spoil) {
        return Arguments.of(id, kind, detail, spoil);
    }

    static Stream<Arguments> rows() {
        return Stream.concat(stops(), changes());
    }

    private static Stream<Arguments> stops() {
        return Stream.of(
                row("W1", "REPORT", "firmware (find: no)", n -> n.firmware = Reading.unknown("find: no")),
                row("W1", "REPORT", "loaded modules", n -> n.loaded = Reading.unknown("lsmod: exit 1")),
                row("W1", "REPORT", "names no driver", n -> n.sample.pins.remove(Field.DRIVER_VERSION)),
                row("W1", "REPORT", "kernel log", n -> n.silent().troubles = Reading.unknown("sudo")),
                row("W2", "DIVERT", "gpu-fault-rma", n -> n.sample.bus = Reading.of(7)),
                row("W3", "REPORT", "two driver owners", n -> n.sample.owner = Reading.of(DriverOwner.BOTH)),
                row("W4", "REPORT", "GPU Operator", n -> n.sample.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("W5", "REPORT", "nvidia-uninstall", n -> n.sample.owner = Reading.of(DriverOwner.RUNFILE)),
                row("W6", "DIVERT", "kernel-gpu-missing", n -> n.files = List.of()),
                row(
                        "W7",
                        "REPORT",
                        "/etc/modprobe.d/gsp.conf",
                        n -> n.settings = Map.of("/etc/modprobe.d/gsp.conf", "0")),
                row("W8", "REPORT", "/boot 0 MB", n -> n.free = Map.of("/boot", 0L, "/", 1L << 40)),
                row("W8", "REPORT", "/lib 5 MB", n -> n.free = Map.of("/boot", 1L << 30, "/lib", 5L << 20)),
                row(
                        "W9",
                        "REPORT",
                        "/lib/firmware/nvidia/" + OTHER,
                        n -> n.firmware = Reading.of(List.of(WHOLE, new Firmware(OTHER, Map.of())))),
                row("W10", "REPORT", "more than one", n -> n.files = List.of(MODULE, "/lib/b/nvidia.ko")),
                row("W12", "DIVERT", "image-drift", n -> n.on(OTHER, OTHER).installed("nvidia-x", OTHER + "-1")),
                row("W13", "REPORT", "no tool", n -> {
                    n.firmware = Reading.of(List.of());
                    n.initramfs = Reading.unknown("no tool");
                }),
                row(
                        "W15",
                        "DIVERT",
                        "module-reload",
                        n -> n.sample.version(Field.DRIVER_RESIDENT, OTHER).silent()),
                row("W16", "HOLD", "a line", n -> n.silent(Trouble.Kind.OTHER_KERNEL).loaded = Reading.of(List.of())),
                row("W20", "REPORT", "off on the GPUs", n -> n.sample.version(Field.GSP_FIRMWARE, "n/a")),
                row("W0", "CLEAN", "", n -> {}));
    }

    private static Stream<Arguments> changes() {
        return Stream.of(
                row(
                        "W11",
                        "PURGE",
                        "libnvidia-compute-580-server, nvidia-dkms-580-server",
                        n -> n.installed("nvidia-dkms-580-server", OTHER + "-0ubuntu1")
                                .installed("libnvidia-compute-580-server", OTHER + "-0ubuntu1")
                                .installed("nvidia-container-toolkit", "1.17.8-1")
                                .installed("libnvidia-container1", "1.17.8-1")
                                .installed("nvidia-fabricmanager-570", PIN + "-1")),
                row("W13", "REINSTALL", "", n -> n.firmware = Reading.of(List.of())),
                row(
                        "W13",
                        "REINSTALL",
                        "",
                        n -> n.firmware = Reading.of(List.of(new Firmware(PIN, Map.of("gsp_ga10x.bin", 29L))))),
                row(
                        "W13",
                        "REINSTALL",
                        "",
                        n -> n.silent().firmware = Reading.of(
                                List.of(new Firmware(PIN, Map.of("gsp_ga10x.bin", 0L, "gsp_tu10x.bin", 7L))))),
                row("W14", "REINSTALL", "", n -> n.on(OTHER, PIN)),
                row("W14", "REINSTALL", "", n -> {
                    n.on(OTHER, OTHER).installed("nvidia-x", OTHER + "-1");
                    n.sample.broken = Reading.of(List.of("nvidia-dkms-570-server"));
                }),
                row("W14", "REINSTALL", "", n -> n.sample.broken = Reading.of(List.of("nvidia-dkms-570-server"))),
                row("W18", "REINSTALL", "", n -> n.silent(Trouble.Kind.GSP_FIRMWARE)),
                row(
                        "W17",
                        "DIVERT",
                        "gpu-fault-rma",
                        n -> n.xid(119).past = Stream.of(1, 2, 3)
                                .map(days -> new GpuEvent(
                                        "165002",
                                        GpuEvent.Kind.XID,
                                        Instant.EPOCH.minus(Duration.ofDays(days)),
                                        "119",
                                        new NodeRef("prod", "gpu-9")))
                                .toList()),
                row("W19", "RESET_ALL", "", n -> n.xid(119)),
                row("W19", "RESET_ALL", "", n -> n.xid(120)),
                row("W19", "RESET_ALL", "", n -> n.silent(Trouble.Kind.ADAPTER)),
                row("W21", "REINSTALL", "", n -> n.sample.version(Field.GSP_FIRMWARE, OTHER)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void i23_takesTheFirstRowThatMatches(String id, String kind, String detail, Consumer<Node> spoil) {
        Node node = new Node();
        spoil.accept(node);

        Diagnosed diagnosed = node.diagnosed(table);

        assertThat(diagnosed.row()).as(diagnosed.toString()).isEqualTo(id);
        assertThat(diagnosed.route().name()).isEqualTo(kind);
        assertThat(diagnosed.route().detail()).contains(detail);
        assertThat(kind.equals("PURGE") ? diagnosed.route().detail() : detail).isEqualTo(detail);
    }

    @Test
    void firmwareTurnedOffIsLeftWhereAWaiverRecordsIt() {
        Node node = new Node();
        node.settings = Map.of("/etc/modprobe.d/gsp.conf", "0");
        node.sample.version(Field.GSP_FIRMWARE, "n/a");
        Baseline goal = node.sample.baseline();
        Baseline waived = new Baseline(
                goal.id(),
                goal.previous(),
                goal.provenance(),
                goal.profile(),
                goal.pins(),
                goal.packages(),
                goal.holds(),
                goal.runtime(),
                goal.gates(),
                List.of(new Baseline.Waiver("gspFirmware", "*", "vendor's advice", "2999-01-01")));

        assertThat(table.diagnose(node.facts(), waived).row()).isEqualTo("W0");
    }

    @Test
    void i24_thePastOfAnotherGpuIsNoReasonToReplaceThisOne() {
        Node node = new Node().xid(119);
        node.past = List.of(new GpuEvent(
                "another", GpuEvent.Kind.XID, Instant.EPOCH.minusSeconds(60), "119", new NodeRef("prod", "gpu-1")));

        assertThat(node.diagnosed(table).route()).isEqualTo(GspMismatchProcedure.RESET_ALL.on(""));
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(GspMismatchTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("gspmismatch", "W")).isEqualTo(GspMismatchTable.RULES.ids());
    }
}
