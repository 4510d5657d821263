package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeDetails.ModuleBuild;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class ImageDriftTableTest {
    private static final String PINNED = "6.8.0-60-generic";

    private final ImageDriftTable table = new ImageDriftTable();

    static Stream<Arguments> rows() {
        return Stream.of(
                row("D1", "REPORT", s -> s.identity = Reading.unknown("ssh: connection refused")),
                row("D1", "REPORT", s -> s.packages = Reading.unknown("dpkg-query: exit 127")),
                row("D2", "DIVERT", s -> s.bus = Reading.of(7)),
                row("D2", "DIVERT", s -> s.silent().bus = Reading.of(0)),
                row("D1", "REPORT", s -> s.owner = Reading.unknown("nobody owns it")),
                row("D3", "REPORT", s -> s.owner = Reading.of(DriverOwner.BOTH)),
                row("D3", "HOLD", s -> s.silent().owner = Reading.of(DriverOwner.BOTH)),
                row(
                        "D4",
                        "REPORT",
                        s -> s.version(Field.DRIVER_VERSION, "550.1").owner = Reading.of(DriverOwner.RUNFILE)),
                row(
                        "D5",
                        "REPORT",
                        s -> s.version(Field.DRIVER_VERSION, "550.1").owner =
                                Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("D4", "HOLD", s -> s.silent().owner = Reading.of(DriverOwner.RUNFILE)),
                row("D5", "HOLD", s -> s.silent().owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("D5", "REPORT", s -> {
                    s.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER);
                    s.packages = Reading.of(List.of());
                }),
                row(
                        "D18",
                        "DIVERT",
                        s -> s.with(n -> n.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)).runtime = Reading.of(
                                new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Enabled", "Enabled"))),
                row("D24", "REPORT", s -> s.version(Field.VBIOS, "96.00.99.00.01")),
                row(
                        "D24",
                        "REPORT",
                        s -> s.version(Field.VBIOS, "96.00.99.00.01").version(Field.DRIVER_VERSION, "570.124.06")),
                row(
                        "D24",
                        "HOLD",
                        s -> s.silent()
                                .version(Field.ACS, "on")
                                .version(Field.DRIVER_ON_DISK, "580.65.06")
                                .pins
                                .put(Field.ACS, "off")),
                row(
                        "D11",
                        "DIVERT",
                        s -> s.silent().version(Field.ACS, "on").pins.put(Field.ACS, "off")),
                row(
                        "D24",
                        "REPORT",
                        s -> s.version(Field.OS_IMAGE, "ubuntu-22.04").pins.put(Field.OS_IMAGE, "ubuntu-24.04")),
                row("D6", "CONVERGE", s -> s.broken = Reading.of(List.of("nvidia-driver-570-server"))),
                row(
                        "D7",
                        "DIVERT",
                        s -> s.packages = Reading.of(List.of(
                                Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", true),
                                new InstalledPackage("nvidia-driver-550-server", "550.1", "installed", false)))),
                row("D8", "CONVERGE", s -> s.silent().version(Field.DRIVER_ON_DISK, "580.65.06")),
                row("D8", "CONVERGE", s -> s.silent().version(Field.LIBCUDA, "580.65.06")),
                row("D9", "DIVERT", s -> s.silent().versions.put(Field.DRIVER_ON_DISK, Reading.unknown("no module"))),
                row(
                        "D10",
                        "DIVERT",
                        s -> s.silent().events = Reading.of(List.of(new XidEvent(
                                Instant.EPOCH, "0000:10:00.0", 119, false, "loading gsp_ga10x.bin failed")))),
                row("D10", "DIVERT", s -> s.silent().load = blaming(Trouble.Kind.GSP_FIRMWARE)),
                row("D10", "DIVERT", s -> s.silent().load = blaming(Trouble.Kind.ADAPTER)),
                row("D11", "DIVERT", s -> s.silent()),
                row("D11", "DIVERT", s -> s.silent().load = blaming(Trouble.Kind.KEY_REJECTED)),
                row("D11", "DIVERT", s -> s.gpus = Reading.of(Sample.gpus(7))),
                row(
                        "D12",
                        "IMAGE",
                        s -> s.version(Field.IMAGE_VERSION, "img-0").pins.put(Field.IMAGE_VERSION, "img-1")),
                row("D12", "IMAGE", s -> {
                    s.pins.put(Field.IMAGE_VERSION, "img-1");
                    s.manifest = Reading.unknown("no such file");
                }),
                row("D13", "IMAGE", s -> {
                    s.version(Field.IMAGE_VERSION, "img-1").version(Field.DRIVER_VERSION, "570.124.06");
                    s.pins.put(Field.IMAGE_VERSION, "img-1");
                }),
                row("D14", "BOOT", s -> bootedAnother(s, true)),
                row("D17", "CONVERGE", s -> bootedAnother(s, false)),
                row("D1", "REPORT", s -> bootedAnother(s, true).kernels = KernelState.unread("timed out")),
                row("D15", "CONVERGE", s -> s.version(Field.FABRIC_MANAGER, "570.124.06")),
                row("D16", "CONVERGE", s -> s.version(Field.DRIVER_VERSION, "580.65.06")),
                row("D17", "CONVERGE", s -> s.version(Field.DRIVER_VERSION, "570.124.06")),
                row(
                        "D17",
                        "CONVERGE",
                        s -> s.packages = Reading.of(List.of(Sample.driver("570.1", "installed", true)))),
                row(
                        "D18",
                        "DIVERT",
                        s -> s.runtime = Reading.of(
                                new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Enabled", "Enabled"))),
                row(
                        "D19",
                        "DIVERT",
                        s -> s.runtime = Reading.of(
                                new RuntimeSettings("Enabled", "Default", "700", "2619,1980", "Disabled", "Disabled"))),
                row(
                        "D20",
                        "SETTINGS",
                        s -> s.packages =
                                Reading.of(List.of(Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", false)))),
                row("D20", "SETTINGS", s -> s.targetPower("650")),
                row("D20", "SETTINGS", s -> s.services = Reading.of(Map.of("nvidia-persistenced", "failed"))),
                row(
                        "D20",
                        "SETTINGS",
                        s -> s.runtime = Reading.of(
                                new RuntimeSettings("Enabled", "Default", "650", "2619,1980", "Enabled", "Disabled"))),
                row(
                        "D20",
                        "SETTINGS",
                        s -> s.version(Field.MODULES, "nvidia nvidia_uvm")
                                .pins
                                .put(Field.MODULES, "nvidia nvidia_peermem")),
                row(
                        "D24",
                        "REPORT",
                        s -> s.version(Field.CMDLINE, "ro quiet").pins.put(Field.CMDLINE, "ro iommu=pt !nouveau*")),
                row(
                        "D21",
                        "REPORT",
                        s -> s.version(Field.IMAGE_VERSION, "img-1")
                                .version(Field.ACS, "on")
                                .pins
                                .putAll(Map.of(Field.IMAGE_VERSION, "img-1", Field.ACS, "off"))),
                row("D22", "REPORT", s -> s.pins.put(Field.SECURE_BOOT, "disabled")),
                row(
                        "D0",
                        "CLEAN",
                        s -> s.runtime = Reading.of(
                                new RuntimeSettings("enabled", "default", "700", "2619,1980", "enabled", "disabled"))),
                row(
                        "D0",
                        "CLEAN",
                        s -> s.version(Field.CMDLINE, "ro iommu=pt quiet")
                                .version(Field.MODULES, "nvidia nvidia_peermem")
                                .pins
                                .putAll(Map.of(
                                        Field.CMDLINE,
                                        "ro iommu=* !nouveau*",
                                        Field.MODULES,
                                        "nvidia_peermem !nouveau"))),
                row("D22", "REPORT", s -> s.versions.put(Field.FABRIC_MANAGER, Reading.unknown("timed out"))),
                row("D23", "REPORT", s -> s.manifest = Reading.unknown("not JSON")),
                row("D0", "CLEAN", s -> {}));
    }

    /** Another kernel runs than the pinned one, which is installed; with its initramfs it is ready. */
    private static Sample bootedAnother(Sample s, boolean initramfs) {
        String other = "6.8.0-62-generic";
        s.version(Field.KERNEL, other).boot =
                Reading.of(new Boot("b", other, "", "running", List.of(PINNED, other), other));
        KernelState no = KernelState.unread("not part of this sample");
        s.kernels = new KernelState(
                Reading.of(List.of(new ModuleBuild("nvidia-srv", Sample.DRIVER, PINNED, "installed"))),
                no.headers(),
                no.buildLog(),
                Reading.of(
                        List.of(new KernelState.Installed(PINNED, initramfs), new KernelState.Installed(other, true))),
                Reading.of(new KernelState.BootLoader(
                        other, "", "saved", other, Map.of(PINNED, "entry of the pin", other, "entry of the other"))),
                no.nouveau(),
                no.freeBytes(),
                no.tools(),
                no.gpusAgain(),
                no.offered());
        return s;
    }

    /** What the dry run says is the kernel that the run boots. */
    @Test
    void thePlanNamesTheKernelThatIsBooted() {
        Sample sample = bootedAnother(Sample.clean(), true);

        Route route = table.diagnose(sample.facts(), sample.baseline()).route();

        assertThat(route.sentence())
                .endsWith("boot " + PINNED + " once → first gates → make it the default → verify → readmit");
    }

    private static LoadState blaming(Trouble.Kind kind) {
        Reading<String> text = Reading.of("");
        return new LoadState(
                Reading.of(List.of()),
                Reading.of(List.of()),
                text,
                text,
                text,
                text,
                Reading.of(List.of(new Trouble(kind, "a line"))));
    }

    private static Arguments row(String id, String kind, Consumer<Sample> spoil) {
        return Arguments.of(id, kind, spoil);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void i23_eachRowIsReachedByWhatItDescribes(String id, String kind, Consumer<Sample> spoil) {
        Sample sample = Sample.clean().with(spoil);

        Diagnosed diagnosed = WithoutRunbooks.diagnose(table, sample.facts(), sample.baseline());

        assertThat(diagnosed.row() + " " + diagnosed.route().name())
                .as(diagnosed.summary())
                .isEqualTo(id + " " + kind);
    }

    /** I28: what is wrong with firmware is said to a person, beside whatever else has drifted. */
    @ParameterizedTest
    @EnumSource(
            value = Field.class,
            names = {"VBIOS", "INFOROM", "NIC_FIRMWARE", "BMC_FIRMWARE", "BIOS_PROFILE"})
    void i28_firmwareThatIsOffIsSaidAndLeadsToNoChange(Field firmware) {
        Sample off = Sample.clean();
        Sample drifted = Sample.clean().version(Field.DRIVER_VERSION, "570.124.06");

        for (Sample sample : List.of(off, drifted)) {
            sample.version(firmware, "found").pins.put(firmware, "wanted");
            Diagnosed diagnosed = table.diagnose(sample.facts(), sample.baseline());
            assertThat(diagnosed.route().name()).as(diagnosed.summary()).isEqualTo("REPORT");
            assertThat(diagnosed.route().detail()).contains(firmware.key(), "no runbook changes");
        }
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(ImageDriftTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("imagedrift", "D")).isEqualTo(ImageDriftTable.RULES.ids());
    }

    @Test
    void saysWhatDiffersFieldByField() {
        Sample sample = Sample.clean().version(Field.DRIVER_VERSION, "570.124.06");

        assertThat(table.diagnose(sample.facts(), sample.baseline()).summary())
                .contains("driverVersion 570.124.06 → want 570.133.20");
    }

    @Test
    void i21_packagesThatCouldNotBeReadAreUnknownAndNotAbsent() {
        Sample sample = Sample.clean().with(s -> s.packages = Reading.unknown("half an answer"));

        assertThat(table.diagnose(sample.facts(), sample.baseline()).differences())
                .filteredOn(difference -> difference.field().equals("packages"))
                .singleElement()
                .asString()
                .contains("unknown: half an answer");
        assertThat(table.diagnose(sample.facts(), sample.baseline()).summary()).doesNotContain("absent");
    }
}
