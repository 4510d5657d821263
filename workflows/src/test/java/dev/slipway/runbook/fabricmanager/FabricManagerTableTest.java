package dev.slipway.runbook.fabricmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.FabricState.Registration;
import dev.slipway.model.facts.FabricState.Trouble;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class FabricManagerTableTest {
    private static final String OTHER = "570.124.06";
    private final FabricManagerTable table = new FabricManagerTable();

    /** A node whose fabric is whole, to be spoiled one part at a time. */
    static final class Node {
        private final Sample sample = Sample.clean().version(Field.NSCQ, Sample.DRIVER);
        private final List<Registration> gpus = new ArrayList<>(IntStream.range(0, 8)
                .mapToObj(i -> new Registration("0000:1" + i + ":00.0", "GPU-" + i, "Completed", "Success"))
                .toList());
        private final List<Trouble> troubles = new ArrayList<>();
        private List<String> switches = List.of("0000:05:00.0", "0000:06:00.0");
        private List<String> devices = List.of("/dev/nvidia-nvswitch0", "/dev/nvidia-nvswitch1");
        private String nvswitch = "local";
        private boolean unread;

        Node() {
            sample.pins.put(Field.NSCQ, Sample.DRIVER);
            unit("active");
        }

        private Node unit(String state) {
            sample.services = Reading.of(Map.of("nvidia-fabricmanager", state, "nvidia-persistenced", "active"));
            return this;
        }

        private Node says(Trouble.Kind kind) {
            troubles.add(new Trouble(kind, "a line of " + kind));
            return this;
        }

        private Node open(int gpu) {
            gpus.set(gpu, new Registration("0000:1" + gpu + ":00.0", "GPU-" + gpu, "In Progress", "[N/A]"));
            return this;
        }

        private Node xid(int code) {
            sample.events = Reading.of(List.of(new XidEvent(Instant.EPOCH, "0000:10:00.0", code, false, "an error")));
            return this;
        }

        private Node asks(String action) {
            List<Gpu> all = new ArrayList<>(sample.gpus.or(List.of()));
            Gpu gpu = all.getFirst();
            Gpu.Health health = new Gpu.Health(action, "No", "No", "96.00.74.00.01", "Disabled");
            all.set(0, new Gpu(0, gpu.uuid(), gpu.serial(), gpu.bdf(), gpu.name(), gpu.driverVersion(), health));
            sample.gpus = Reading.of(all);
            return this;
        }

        private Node bus(List<String> places, List<String> files) {
            switches = places;
            devices = files;
            return this;
        }

        private NodeFacts facts() {
            sample.fabric = unread
                    ? FabricState.unread("not kept")
                    : new FabricState(
                            Reading.of(switches), Reading.of(devices), Reading.of(gpus), Reading.of(troubles));
            return sample.facts();
        }

        private Baseline baseline() {
            Baseline b = sample.baseline();
            Baseline.Profile p = b.profile();
            return new Baseline(
                    b.id(),
                    b.previous(),
                    b.provenance(),
                    new Baseline.Profile(p.sku(), 8, p.gpuModel(), nvswitch, p.nvlinksPerGpu(), false),
                    b.pins(),
                    b.packages(),
                    b.holds(),
                    b.runtime(),
                    b.gates(),
                    b.waivers());
        }

        private Node elsewhere(String where) {
            nvswitch = where;
            return bus(List.of(), List.of());
        }
    }

    private static Arguments row(String id, String kind, String detail, Consumer<Node> spoil) {
        return Arguments.of(id, kind, detail, spoil);
    }

    static Stream<Arguments> rows() {
        return Stream.concat(elsewhere(), here());
    }

    private static Stream<Arguments> elsewhere() {
        return Stream.of(
                row("N1", "REPORT", "", n -> n.unread = true),
                row("N1", "REPORT", "", n -> n.sample.services = Reading.unknown("no answer")),
                row("N1", "REPORT", "", n -> n.sample.pins.remove(Field.DRIVER_VERSION)),
                row("N2", "REPORT", "", n -> n.nvswitch = "none"),
                row("N3", "CLEAN", "", n -> n.elsewhere("none").says(Trouble.Kind.NO_SWITCH)),
                row("N3", "CLEAN", "", n -> n.elsewhere("rack").unit("not-found")),
                row("N4", "DIVERT", "gpu-fault-rma", n -> n.sample.bus = Reading.of(7)),
                row("N5", "REPORT", "", n -> n.sample.owner = Reading.of(DriverOwner.BOTH)),
                row("N6", "DIVERT", "module-reload", n -> n.sample.silent()),
                row(
                        "N7",
                        "DIVERT",
                        "image-drift",
                        n -> n.sample.broken = Reading.of(List.of("nvidia-fabricmanager-570"))),
                row("N8", "DIVERT", "module-reload", n -> n.sample.version(Field.DRIVER_RESIDENT, OTHER)),
                row(
                        "N9",
                        "DIVERT",
                        "image-drift",
                        n -> n.sample
                                .version(Field.DRIVER_RESIDENT, OTHER)
                                .version(Field.DRIVER_ON_DISK, OTHER)
                                .version(Field.FABRIC_MANAGER, OTHER)),
                row("N10", "REPORT", "", n -> {
                    n.sample.version(Field.FABRIC_MANAGER, OTHER);
                    n.sample.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER);
                }),
                row("N11", "REPORT", "", n -> {
                    n.sample.version(Field.FABRIC_MANAGER, OTHER);
                    n.sample.owner = Reading.of(DriverOwner.RUNFILE);
                }),
                row(
                        "N19",
                        "DIVERT",
                        "nvlink-visibility",
                        n -> n.sample.links = new NodeFacts.Fabric("Completed", 17, 18)));
    }

    private static Stream<Arguments> here() {
        return Stream.of(
                row("N12", "MATCH", "", n -> n.sample.version(Field.FABRIC_MANAGER, OTHER)),
                row("N12", "MATCH", "", n -> n.sample.version(Field.NSCQ, "n/a")),
                row(
                        "N12",
                        "MATCH",
                        "",
                        n -> n.unit("failed")
                                .says(Trouble.Kind.VERSION)
                                .sample
                                .version(Field.FABRIC_MANAGER, "570.158.01")),
                row("N13", "INSPECT", "", n -> n.unit("failed").says(Trouble.Kind.TOPOLOGY)),
                row("N13", "INSPECT", "", n -> n.bus(List.of(), List.of())),
                row("N13", "INSPECT", "", n -> n.bus(n.switches, List.of("/dev/nvidia-nvswitch0"))),
                row("N13", "INSPECT", "", n -> n.unit("failed").says(Trouble.Kind.NO_SWITCH)),
                row("N14", "RESET_ALL", "", n -> n.open(0).says(Trouble.Kind.SWITCH_FATAL)),
                row("N14", "RESET_ALL", "", n -> n.xid(74).says(Trouble.Kind.SWITCH_FATAL)),
                row("N15", "DIVERT", "gpu-fault-rma", n -> n.open(0).xid(79)),
                row("N15", "DIVERT", "gpu-fault-rma", n -> n.open(0).asks("Reset")),
                row("N16", "RESTART", "", n -> n.unit("failed").says(Trouble.Kind.ENDED)),
                row("N16", "RESTART", "", n -> n.unit("inactive").xid(31)),
                row("N17", "RESTART", "", n -> IntStream.range(0, 8).forEach(n::open)),
                row("N18", "REGISTER", "", n -> n.open(3)),
                row("N20", "REPORT", "", n -> n.says(Trouble.Kind.SWITCH_ERROR)),
                row("N20", "REPORT", "", n -> n.says(Trouble.Kind.SWITCH_UNCLEAR)),
                row("N0", "CLEAN", "", n -> {}),
                row("N0", "CLEAN", "", n -> {
                    n.bus(List.of(), List.of());
                    n.sample.pins.put(Field.NVLSM, "2025.10.14");
                }));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void i13_i23_takesTheFirstRowThatMatches(String id, String way, String detail, Consumer<Node> spoil) {
        Node node = new Node();
        spoil.accept(node);

        Diagnosed diagnosed = WithoutRunbooks.diagnose(table, node.facts(), node.baseline());

        assertThat(diagnosed.row()).as(diagnosed.toString()).isEqualTo(id);
        assertThat(diagnosed.route().name()).isEqualTo(way);
        if (!detail.isEmpty()) {
            assertThat(diagnosed.route().detail()).isEqualTo(detail);
        }
    }

    @Test
    void namesTheGpuThatIsNotRegisteredWithWhatItSays() {
        Node node = new Node().open(3);

        assertThat(table.diagnose(node.facts(), node.baseline()).route().detail())
                .isEqualTo("GPU 0000:13:00.0 GPU-3 is In Progress ([N/A])");
    }

    @Test
    void aNodeOfWhichNothingIsKnownIsReportedAndNeverClean() {
        Sample sample = Sample.clean();

        assertThat(table.diagnose(sample.facts(), sample.baseline()).row()).isEqualTo("N1");
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(FabricManagerTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("fabricmanager", "N")).isEqualTo(FabricManagerTable.RULES.ids());
    }
}
