package dev.slipway.runbook.modulereload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.DriverFiles;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Loaded;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class ModuleReloadTableTest {
    private static final String PIN = Sample.DRIVER;
    private static final String A = "570.124.06";
    private static final String B = "570.158.01";
    private static final String HOSTS = "/etc/cdi/nvidia.yaml";
    private static final String KERNEL = "6.8.0-60-generic";
    private final ModuleReloadTable table = new ModuleReloadTable();

    /** A node whose driver is whole, to be spoiled one part at a time. */
    static final class Driver {
        private final Sample node = Sample.clean();
        private Reading<List<Loaded>> loaded = Reading.of(List.of(new Loaded("nvidia", 3, List.of("nvidia_uvm"))));
        private Reading<List<String>> files =
                Reading.of(List.of("/lib/modules/" + KERNEL + "/updates/dkms/nvidia.ko.zst"));
        private Reading<Map<String, String>> owners = Reading.of(Map.of());
        private String built = PIN;
        private Reading<String> vermagic = Reading.of(KERNEL + " SMP preempt mod_unload modversions");
        private Reading<String> initramfs = Reading.of("");
        private Reading<List<Trouble>> troubles = Reading.of(List.of());
        private Reading<CdiSpecs> cdi =
                Reading.of(new CdiSpecs(List.of(new Spec(HOSTS, "nvidia.com/gpu", List.of(PIN))), true, false));

        private Driver versions(String resident, String disk, String library) {
            node.version(Field.DRIVER_ON_DISK, disk).version(Field.DRIVER_USERSPACE, library);
            if (resident.isEmpty()) {
                loaded = Reading.of(List.of(new Loaded("ecc", 1, List.of())));
                node.versions.put(Field.DRIVER_RESIDENT, Reading.unknown("proc-driver: exit 1"));
            } else {
                node.version(Field.DRIVER_RESIDENT, resident);
            }
            if (!resident.equals(library)) {
                node.silent();
            }
            return this;
        }

        private Driver blaming(Trouble.Kind kind) {
            troubles = Reading.of(List.of(new Trouble(kind, "a line")));
            return this;
        }

        /** A second copy beside the one that DKMS built, and the package that owns it. */
        private Driver copies(String owner) {
            String stray = "/lib/modules/" + KERNEL + "/kernel/nvidia-580/nvidia.ko";
            String dkms = files.or(List.of()).getFirst();
            files = Reading.of(List.of(dkms, stray));
            owners = Reading.of(Map.of(dkms, "", stray, owner));
            return this;
        }

        /** A specification of these versions; whether nvidia-ctk is on the node. */
        private void told(String path, boolean tool, String... versions) {
            cdi = Reading.of(new CdiSpecs(List.of(new Spec(path, "nvidia.com/gpu", List.of(versions))), tool, false));
        }

        private NodeFacts facts() {
            Reading<String> none = Reading.of("");
            Reading<List<NodeDetails.ModuleBuild>> builds =
                    Reading.of(List.of(new NodeDetails.ModuleBuild("nvidia-srv", built, KERNEL, "installed")));
            return node.facts()
                    .with(
                            new LoadState(loaded, files, vermagic, none, Reading.of("open"), initramfs, troubles),
                            new KernelState(
                                    builds,
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked"),
                                    Reading.unknown("not asked")))
                    .with(new DriverFiles(
                            owners,
                            Reading.unknown("not asked"),
                            Reading.unknown("not asked"),
                            Reading.unknown("not asked"),
                            cdi));
        }
    }

    private static Arguments row(String id, String kind, String detail, Consumer<Driver> spoil) {
        return Arguments.of(id, kind, detail, spoil);
    }

    static Stream<Arguments> rows() {
        return Stream.concat(stops(), changes());
    }

    private static Stream<Arguments> stops() {
        return Stream.of(
                row("M1", "REPORT", "", d -> d.loaded = Reading.unknown("lsmod: exit 127")),
                row("M1", "REPORT", "", d -> d.files = Reading.unknown("find: exit 1")),
                row("M1", "REPORT", "", d -> d.versions("", PIN, PIN).troubles = Reading.unknown("sudo")),
                row("M1", "REPORT", "", d -> d.node.pins.remove(Field.DRIVER_VERSION)),
                row("M1", "REPORT", "", d -> d.node.owner = Reading.unknown("no answer")),
                row("M2", "DIVERT", "gpu-fault-rma", d -> d.versions(A, PIN, PIN).node.bus = Reading.of(7)),
                row("M3", "REPORT", "", d -> d.node.owner = Reading.of(DriverOwner.BOTH)),
                row(
                        "M4",
                        "HOLD",
                        "",
                        d -> d.versions(A, PIN, PIN).node.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("M5", "REPORT", "", d -> d.node.owner = Reading.of(DriverOwner.RUNFILE)),
                row("M6", "DIVERT", "kernel-gpu-missing", d -> {
                    d.versions("", "", PIN).files = Reading.of(List.of());
                    d.node.versions.put(Field.DRIVER_ON_DISK, Reading.unknown("Module nvidia not found"));
                }),
                row(
                        "M7",
                        "DIVERT",
                        "kernel-gpu-missing",
                        d -> d.versions("", PIN, PIN).loaded =
                                Reading.of(List.of(new Loaded("nouveau", 4, List.of())))),
                row(
                        "M7",
                        "DIVERT",
                        "kernel-gpu-missing",
                        d -> d.versions("", PIN, PIN).blaming(Trouble.Kind.OTHER_DRIVER)),
                row(
                        "M8",
                        "DIVERT",
                        "kernel-gpu-missing",
                        d -> d.versions("", PIN, PIN).blaming(Trouble.Kind.KEY_REJECTED)),
                row("M9", "REPORT", "", d -> d.files = Reading.of(List.of("/lib/a/nvidia.ko", "/lib/b/nvidia.ko"))),
                row("M9", "REPORT", "", d -> d.copies("")),
                row("M9", "REPORT", "", d -> d.copies("nvidia-driver-570-server").built = "570.124.06"),
                row("M9", "REPORT", "", d -> d.copies("linux-modules-nvidia-580").initramfs = Reading.unknown("-")),
                row("M11", "DIVERT", "image-drift", d -> d.versions(PIN, B, B)),
                row("M18", "DIVERT", "image-drift", d -> d.versions(A, A, A)),
                row("M18", "DIVERT", "image-drift", d -> d.versions(A, B, B)),
                row("M18", "DIVERT", "image-drift", d -> d.versions("", A, A)),
                row("M19", "DIVERT", "gsp-mismatch", d -> {
                    d.node.silent();
                    d.blaming(Trouble.Kind.GSP_FIRMWARE);
                }),
                row("M20", "HOLD", "", d -> d.versions("", PIN, PIN).blaming(Trouble.Kind.UNSUPPORTED)),
                row("M13", "HOLD", "", d -> d.versions(A, PIN, PIN).initramfs = Reading.unknown("no tool")),
                row("M23", "REPORT", "", d -> d.initramfs = Reading.unknown("no tool")),
                row("M25", "REPORT", "", d -> d.told(HOSTS, false, A)),
                row("M25", "REPORT", "", d -> d.told("/var/run/cdi/nvidia.yaml", false, A)),
                row("M25", "REPORT", "", d -> d.told("/etc/cdi/site.yaml", true, A)),
                row("M26", "REPORT", "", d -> d.cdi = Reading.unknown("cdi: exit 1")),
                row("M24", "INITRAMFS", "", d -> {
                    d.initramfs = Reading.of(A);
                    d.told(HOSTS, true, A);
                }),
                row("M13", "RELOAD", "", d -> d.versions(A, PIN, PIN).cdi = Reading.unknown("cdi: exit 1")),
                row("M0", "CLEAN", "", d -> d.cdi = Reading.of(new CdiSpecs(List.of(), false, false))),
                row("M0", "CLEAN", "", d -> {}));
    }

    private static Stream<Arguments> changes() {
        return Stream.of(
                row("M9", "PURGE", "linux-modules-nvidia-580", d -> d.copies("linux-modules-nvidia-580")),
                row("M10", "REINSTALL", "", d -> d.node.broken = Reading.of(List.of("nvidia-dkms-570-server"))),
                row("M12", "REBUILD", "", d -> d.versions("", PIN, PIN).vermagic = Reading.of("6.8.0-58-generic SMP")),
                row("M12", "REBUILD", "", d -> d.versions("", PIN, PIN).blaming(Trouble.Kind.OTHER_KERNEL)),
                row("M12", "REBUILD", "", d -> d.versions("", PIN, PIN).blaming(Trouble.Kind.UNKNOWN_SYMBOL)),
                row("M13", "RELOAD", "", d -> d.versions(A, PIN, PIN)),
                row("M14", "REINSTALL", "", d -> d.versions(PIN, PIN, B)),
                row("M14", "REINSTALL", "", d -> d.versions(A, A, PIN)),
                row("M15", "REINSTALL", "", d -> d.versions(PIN, B, PIN)),
                row("M16", "REINSTALL", "", d -> d.versions(A, B, PIN)),
                row("M17", "REINSTALL", "", d -> d.versions("", A, PIN)),
                row("M21", "RELOAD", "", d -> d.versions("", PIN, PIN)),
                row("M22", "RELOAD", "", d -> d.node.silent()),
                row("M24", "INITRAMFS", "", d -> d.initramfs = Reading.of(A)),
                row("M25", "CDI", "", d -> d.told(HOSTS, true, A)),
                row("M25", "CDI", "", d -> d.told(HOSTS, true, PIN, A)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void i23_takesTheFirstRowThatMatches(String id, String way, String detail, Consumer<Driver> spoil) {
        Driver driver = new Driver();
        spoil.accept(driver);

        Diagnosed diagnosed = WithoutRunbooks.diagnose(table, driver.facts(), driver.node.baseline());

        assertThat(diagnosed.row()).as(diagnosed.toString()).isEqualTo(id);
        assertThat(diagnosed.route().name()).isEqualTo(way);
        if (!detail.isEmpty()) {
            assertThat(diagnosed.route().detail()).isEqualTo(detail);
        }
    }

    @Test
    void i28_noRowChangesFirmware() {
        Driver driver = new Driver();
        driver.node.version(Field.VBIOS, "96.00.00.00.00");

        assertThat(table.diagnose(driver.facts(), driver.node.baseline()).row()).isEqualTo("M0");
    }

    @Test
    void namesWhatCouldNotBeRead() {
        Driver driver = new Driver();
        driver.loaded = Reading.unknown("lsmod: exit 127");

        assertThat(table.diagnose(driver.facts(), driver.node.baseline())
                        .route()
                        .detail())
                .contains("loaded modules (lsmod: exit 127)");
    }

    @Test
    void aNodeOfWhichNothingIsKnownIsReportedAndNeverClean() {
        Sample sample = Sample.clean();

        assertThat(table.diagnose(sample.facts(), sample.baseline()).row()).isEqualTo("M1");
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(ModuleReloadTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("modulereload", "M")).isEqualTo(ModuleReloadTable.RULES.ids());
    }
}
