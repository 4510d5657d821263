package dev.slipway.runbook.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class PersistenceTableTest {
    private final PersistenceTable table = new PersistenceTable();

    /** A node that is awake, to be spoiled one part at a time. */
    static final class Node {
        private final Sample sample = Sample.clean();
        private final List<Mode> gpus = new ArrayList<>(IntStream.range(0, 8)
                .mapToObj(i -> new Mode("0000:1" + i + ":00.0", "GPU-" + i, "Enabled", List.of()))
                .toList());
        private Reading<Unit> unit = unit("loaded", "active", "enabled", "--verbose");
        private Optional<String> wanted = Optional.of("Enabled");

        private static Reading<Unit> unit(String load, String active, String file, String option) {
            List<String> command = load.equals("loaded") ? List.of("/usr/bin/nvidia-persistenced", option) : List.of();
            return Reading.of(new Unit(load, active, file, command, List.of()));
        }

        private Node is(String load, String active, String file) {
            unit = unit(load, active, file, "--verbose");
            return this;
        }

        private Node flagged() {
            unit = unit("loaded", "active", "static", Unit.FLAG);
            return this;
        }

        private Node off(int gpu) {
            gpus.set(gpu, new Mode("0000:1" + gpu + ":00.0", "GPU-" + gpu, "Disabled", List.of()));
            return this;
        }

        private Node slowed(String reason) {
            gpus.set(3, new Mode("0000:13:00.0", "GPU-3", "Enabled", List.of(reason)));
            return this;
        }

        private Node clocks(String now) {
            sample.runtime = Reading.of(new RuntimeSettings("Enabled", "Default", "700", now, "Enabled", "Disabled"));
            return this;
        }

        private Diagnosed diagnosed(PersistenceTable table) {
            sample.persistence = new PersistenceState(Reading.of(gpus), unit);
            Baseline b = sample.baseline();
            Optional<RuntimeSettings> runtime = wanted.map(mode ->
                    new RuntimeSettings(mode, "Default", "700", Sample.SETTINGS.clocks(), "Enabled", "Disabled"));
            return WithoutRunbooks.diagnose(
                    table,
                    sample.facts(),
                    new Baseline(
                            b.id(),
                            b.previous(),
                            b.provenance(),
                            b.profile(),
                            b.pins(),
                            b.packages(),
                            b.holds(),
                            runtime,
                            b.gates(),
                            b.waivers()));
        }
    }

    private static Arguments row(String id, String kind, String detail, Consumer<Node> spoil) {
        return Arguments.of(id, kind, detail, spoil);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                row("PM1", "REPORT", "", n -> n.unit = Reading.unknown("exit 1")),
                row("PM1", "REPORT", "", n -> n.sample.runtime = Reading.unknown("exit 1")),
                row("PM2", "REPORT", "", n -> n.off(0).wanted = Optional.of("Disabled")),
                row("PM3", "DIVERT", "gpu-fault-rma", n -> n.off(0).sample.bus = Reading.of(7)),
                row("PM4", "REPORT", "", n -> n.off(0).sample.owner = Reading.of(DriverOwner.BOTH)),
                row("PM5", "DIVERT", "module-reload", n -> n.off(0).sample.silent()),
                row(
                        "PM6",
                        "REPORT",
                        "",
                        n -> n.off(0).is("not-found", "inactive", "").sample.owner =
                                Reading.of(DriverOwner.OPERATOR_CONTAINER)),
                row("PM7", "REPORT", "", n -> n.off(0).is("masked", "inactive", "masked")),
                row("PM8", "PERSIST", "", n -> n.off(0).is("not-found", "inactive", "")),
                row("PM9", "PERSIST", "", n -> n.off(0).is("loaded", "inactive", "disabled")),
                row("PM9", "PERSIST", "", n -> n.off(0).is("loaded", "failed", "enabled")),
                row("PM9", "PERSIST", "", n -> n.is("loaded", "active", "disabled")),
                row("PM10", "PERSIST", "", n -> n.off(0).flagged()),
                row("PM10", "PERSIST", "", Node::flagged),
                row("PM11", "PERSIST", "", n -> n.off(3)),
                row("PM12", "DIVERT", "thermal", n -> n.slowed("HW Thermal Slowdown")),
                row("PM12", "DIVERT", "thermal", n -> n.slowed("HW Power Brake Slowdown")),
                row("PM13", "DIVERT", "image-drift", n -> n.clocks("1593,1200")),
                row("PM0", "CLEAN", "", n -> {}),
                row("PM0", "CLEAN", "", n -> n.is("loaded", "active", "static")),
                row("PM0", "CLEAN", "", n -> n.clocks("1593,1200").wanted = Optional.empty()),
                row(
                        "PM0",
                        "CLEAN",
                        "",
                        n -> n.is("not-found", "inactive", "").sample.owner =
                                Reading.of(DriverOwner.OPERATOR_CONTAINER)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void i23_takesTheFirstRowThatMatches(String id, String way, String detail, Consumer<Node> spoil) {
        Node node = new Node();
        spoil.accept(node);

        Diagnosed diagnosed = node.diagnosed(table);

        assertThat(diagnosed.row()).as(diagnosed.toString()).isEqualTo(id);
        assertThat(diagnosed.route().name()).isEqualTo(way);
        if (!detail.isEmpty()) {
            assertThat(diagnosed.route().detail()).isEqualTo(detail);
        }
    }

    @Test
    void saysHowUnitAndGpusStand() {
        assertThat(new Node().off(3).flagged().diagnosed(table).route().detail())
                .isEqualTo("nvidia-persistenced is active and static, with --no-persistence-mode;"
                        + " GPU 0000:13:00.0 GPU-3 is Disabled");
    }

    @Test
    void aNodeOfWhichNothingIsKnownIsReportedAndNeverClean() {
        Sample sample = Sample.clean();

        assertThat(table.diagnose(sample.facts(), sample.baseline()).row()).isEqualTo("PM1");
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(PersistenceTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("persistence", "PM")).isEqualTo(PersistenceTable.RULES.ids());
    }
}
