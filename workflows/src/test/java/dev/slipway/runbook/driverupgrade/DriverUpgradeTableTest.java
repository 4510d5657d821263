package dev.slipway.runbook.driverupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
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
class DriverUpgradeTableTest {
    private static final String NEW = "580.65.06";

    private final DriverUpgradeTable table = new DriverUpgradeTable();

    static Stream<Arguments> rows() {
        return Stream.of(
                row("U10", "REPORT", s -> s.identity = Reading.unknown("ssh: connection refused")),
                row("U10", "REPORT", s -> s.packages = Reading.unknown("dpkg-query: exit 127")),
                row("U10", "REPORT", s -> s.broken = Reading.unknown("half an answer")),
                row("U11", "REPORT", s -> s.owner = Reading.of(DriverOwner.BOTH)),
                row("U11", "HOLD", s -> s.silent().owner = Reading.of(DriverOwner.BOTH)),
                row("U12", "REPORT", s -> s.owner = Reading.of(DriverOwner.RUNFILE)),
                row("U13", "REPORT", s -> s.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("U13", "HOLD", s -> s.silent().owner = Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("U14", "REPORT", s -> s.bus = Reading.of(7)),
                row("U14", "REPORT", s -> s.silent().bus = Reading.of(7)),
                row("U15", "REPORT", s -> s.broken = Reading.of(List.of("nvidia-driver-570-server"))),
                row(
                        "U16",
                        "REPORT",
                        s -> s.packages = Reading.of(List.of(
                                Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", true),
                                new InstalledPackage("nvidia-driver-550-server", "550.1", "installed", false)))),
                row("U17", "REPORT", Sample::silent),
                row("U17", "REPORT", s -> s.gpus = Reading.of(Sample.gpus(7))),
                row("U18", "REPORT", s -> s.pins.put(Field.VBIOS, "96.00.99.00.01")),
                row("U18", "REPORT", s -> s.version(Field.ACS, "on").pins.put(Field.ACS, "off")),
                row(
                        "U19",
                        "IMAGE",
                        s -> s.version(Field.IMAGE_VERSION, "img-1").pins.put(Field.IMAGE_VERSION, "img-2")),
                row("U20", "UPGRADE_KERNEL", s -> s.pins.put(Field.KERNEL, "6.8.0-62-generic")),
                row(
                        "U20",
                        "UPGRADE_KERNEL",
                        s -> s.pins.putAll(Map.of(Field.KERNEL, "6.8.0-62-generic", Field.DRIVER_VERSION, NEW))),
                row("U21", "UPGRADE", s -> s.pins.putAll(Map.of(Field.DRIVER_VERSION, NEW, Field.FABRIC_MANAGER, NEW))),
                row("U21", "UPGRADE", s -> s.packages = Reading.of(List.of(Sample.driver("570.1", "installed", true)))),
                row(
                        "U22",
                        "REPORT",
                        s -> s.packages =
                                Reading.of(List.of(Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", false)))),
                row("U23", "REPORT", s -> s.versions.put(Field.FABRIC_MANAGER, Reading.unknown("timed out"))),
                row("U0", "CLEAN", s -> {}));
    }

    private static Arguments row(String id, String route, Consumer<Sample> spoil) {
        return Arguments.of(id, route, spoil);
    }

    private Diagnosed diagnose(Consumer<Sample> spoil) {
        Sample sample = Sample.clean().with(spoil);
        return WithoutRunbooks.diagnose(table, sample.facts(), sample.baseline());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void i23_eachRowIsReachedByWhatItDescribes(String id, String route, Consumer<Sample> spoil) {
        Diagnosed diagnosed = diagnose(spoil);

        assertThat(diagnosed.row() + " " + diagnosed.route().name())
                .as(diagnosed.summary())
                .isEqualTo(id + " " + route);
    }

    /** I13: what must move together is one act of one plan, and the plan says each field. */
    @Test
    void i13_thePlanNamesEachFieldThatMoves() {
        Diagnosed diagnosed =
                diagnose(s -> s.pins.putAll(Map.of(Field.DRIVER_VERSION, NEW, Field.FABRIC_MANAGER, NEW)));

        assertThat(diagnosed.route().detail())
                .contains("driverVersion " + Sample.DRIVER + " → want " + NEW)
                .contains("fabricManager " + Sample.DRIVER + " → want " + NEW);
    }

    /** A node that fails already is named with the command that repairs it, and is not taken out of service. */
    @Test
    void i23_aNodeThatFailsAlreadyIsNoPartOfTheUpgrade() {
        assertThat(diagnose(s -> s.bus = Reading.of(7)).route().detail())
                .isEqualTo("7 of 8 GPUs on the bus: it fails already, so the upgrade would be blamed; repair it first:"
                        + " slipway run gpu-fault-rma --node prod/gpu-1 --reason …");
        assertThat(diagnose(Sample::silent).route().detail()).contains("slipway run module-reload --node");
        assertThat(diagnose(s -> s.broken = Reading.of(List.of("nvidia-driver-570-server")))
                        .route()
                        .detail())
                .contains("half-applied packages: nvidia-driver-570-server", "slipway run image-drift --node");
    }

    @Test
    void leadsToNoOtherRunbookBeforeTheChange() {
        assertThat(table.leadsTo()).isEmpty();
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(DriverUpgradeTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("driverupgrade", "U")).isEqualTo(DriverUpgradeTable.RULES.ids());
    }
}
