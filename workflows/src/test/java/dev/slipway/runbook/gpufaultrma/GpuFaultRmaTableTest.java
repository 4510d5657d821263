package dev.slipway.runbook.gpufaultrma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
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
class GpuFaultRmaTableTest {
    private static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");
    private static final Instant BOOTED = NOW.minus(Duration.ofHours(6));
    private static final NodeRef ELSEWHERE = new NodeRef("prod", "gpu-2");
    private final GpuFaultRmaTable table = new GpuFaultRmaTable();

    /** A node whose GPUs are whole, to be spoiled one part at a time. GPU 2 has the serial 165002. */
    static final class Node {
        private final Sample sample = Sample.clean();
        private final List<XidEvent> log = new ArrayList<>();
        private final List<GpuEvent> past = new ArrayList<>();
        private final Map<String, String> marks = new java.util.TreeMap<>();
        private String sram = "0";
        private Instant since = NOW.minus(Duration.ofDays(1));

        private Node xid(int code, String text) {
            log.add(new XidEvent(NOW.minusSeconds(600), "0000:12:00.0", code, false, text));
            return this;
        }

        private Node health(String action, String pending, String failed) {
            List<Gpu> gpus = new ArrayList<>(Sample.gpus(8));
            Gpu gpu = gpus.get(2);
            gpus.set(
                    2,
                    new Gpu(
                            2,
                            gpu.uuid(),
                            gpu.serial(),
                            gpu.bdf(),
                            gpu.name(),
                            gpu.driverVersion(),
                            new Gpu.Health(action, pending, failed, "96", "Disabled")));
            sample.gpus = Reading.of(List.copyOf(gpus));
            return this;
        }

        private Node happened(GpuEvent.Kind kind, int daysAgo, String detail) {
            past.add(new GpuEvent("165002", kind, NOW.minus(Duration.ofDays(daysAgo)), detail, ELSEWHERE));
            return this;
        }

        private Node lost() {
            sample.bus = Reading.of(7);
            sample.gpus = Reading.of(Sample.gpus(7));
            return this;
        }

        private NodeFacts facts() {
            NodeFacts f = sample.facts();
            Reading<List<XidEvent>> events = sample.events.known() ? Reading.of(List.copyOf(log)) : sample.events;
            return new NodeFacts(
                    f.node(),
                    NOW,
                    f.identity(),
                    f.boot(),
                    f.hardware(),
                    f.software(),
                    f.runtime(),
                    events,
                    f.load(),
                    f.kernels(),
                    f.driverFiles(),
                    f.fabric(),
                    f.persistence(),
                    new NodeDetails(
                            Reading.of(new NodeDetails.Collected("1", since)),
                            Reading.of(BOOTED),
                            Map.of("0000:12:00.0", Map.of("sramUncorrectable", Reading.of(sram))),
                            Reading.unknown("not asked"),
                            Reading.unknown("not asked"),
                            new NodeDetails.Outside(
                                    Reading.unknown("not asked"),
                                    Reading.of(new NodeDetails.Scheduling(
                                            "kubernetes", marks.isEmpty(), List.of(), Map.of(), marks)))),
                    f.log());
        }
    }

    private static Arguments row(String id, String kind, String detail, Consumer<Node> spoil) {
        return Arguments.of(id, kind, detail, spoil);
    }

    static Stream<Arguments> rows() {
        return Stream.of(stops(), replacements(), acts()).flatMap(some -> some);
    }

    private static Stream<Arguments> stops() {
        return Stream.of(
                row("F1", "REPORT", "kernel log", n -> n.sample.events = Reading.unknown("no journal")),
                row("F1", "REPORT", "gpusOnBus", n -> n.sample.bus = Reading.unknown("no lspci")),
                row(
                        "F2",
                        "DIVERT",
                        "fabric-manager",
                        n -> n.log.add(
                                new XidEvent(NOW, "0000:05:00.0", 20034, true, "Fatal, Link 32 LTSSM Fault Up"))),
                row("F2", "DIVERT", "fabric-manager", n -> n.health("Recover IMEX Domain", "No", "No")),
                row(
                        "F12",
                        "DIVERT",
                        "gsp-mismatch",
                        n -> n.xid(119, "Timeout waiting for RPC from GSP")
                                .sample
                                .version(dev.slipway.model.Field.GSP_FIRMWARE, "570.86.15")),
                row("F14", "HOLD", "", n -> n.health("Drain P2P", "No", "No")),
                row("F15", "DIVERT", "nvlink-visibility", n -> n.xid(74, "NVLink: fatal error")),
                row("F16", "DIVERT", "module-reload", n -> n.sample.silent()),
                row("F18", "REPORT", "", n -> n.xid(94, "Contained memory error")),
                row(
                        "F18",
                        "REPORT",
                        "",
                        n -> n.xid(63, "Row Remapper: new row marked").health("None", "Yes", "No")),
                row("F19", "REPORT", "", n -> n.xid(92, "high single-bit ECC error rate")),
                row("F20", "REPORT", "", n -> n.xid(999, "something new")),
                row("F22", "REPORT", "", n -> n.xid(31, "MMU Fault, pid=2841")),
                row("F0", "CLEAN", "", n -> {}));
    }

    private static Stream<Arguments> replacements() {
        return Stream.of(
                row("F3", "REPLACE", "serial 165002", n -> n.health("Reset", "No", "Yes")),
                row("F4", "REPLACE", "5 uncorrectable", n -> n.sram = "5"),
                row("F5", "REPLACE", "gpu-2", n -> n.happened(GpuEvent.Kind.ISOLATE, 3, "pin")),
                row(
                        "F6",
                        "REPLACE",
                        "3 events in 30 days",
                        n -> n.happened(GpuEvent.Kind.XID, 20, "62")
                                .happened(GpuEvent.Kind.XID, 10, "119")
                                .xid(62, "halt")),
                row(
                        "F6",
                        "REPLACE",
                        "repeat offender",
                        n -> n.happened(GpuEvent.Kind.XID, 9, "79").xid(79, "GPU has fallen off the bus.")),
                row(
                        "F7",
                        "HOLD",
                        "2 reboots for XID 62",
                        n -> n.happened(GpuEvent.Kind.REBOOT, 90, "62")
                                .happened(GpuEvent.Kind.REBOOT, 60, "62")
                                .xid(62, "halt")));
    }

    private static Stream<Arguments> acts() {
        return Stream.of(
                row("F8", "POWER_CYCLE", "since the boot", Node::lost),
                row("F9", "REBOOT", "", n -> n.lost().xid(79, "GPU has fallen off the bus.")),
                row("F9", "REBOOT", "", n -> n.lost().since = NOW.minus(Duration.ofHours(1))),
                row("F10", "POWER_CYCLE", "", n -> n.health("GPU Bus Reset", "No", "No")),
                row("F11", "REBOOT", "", n -> n.health("Reboot", "No", "No")),
                row("F11", "REBOOT", "", n -> n.xid(79, "GPU has fallen off the bus.")),
                row("F13", "RESET_GPU", "", n -> n.health("Reset", "No", "No")),
                row("F13", "RESET_GPU", "", n -> n.health("Drain and Reset", "No", "No")),
                row("F13", "RESET_GPU", "", n -> n.xid(95, "Uncontained memory error")),
                row("F17", "RESET_GPU", "", n -> {
                    n.marks.put("slipway.dev/owner", "run-1");
                    n.health("None", "Yes", "No").xid(63, "Row Remapper");
                }),
                row("F21", "RESET_GPU", "", n -> n.marks.put("slipway.dev/owner", "run-1")),
                row("F21", "RESET_GPU", "", n -> n.marks.put("reason", "slipway:run-1 image-drift since 2026")),
                row("F0", "CLEAN", "", n -> n.marks.put("reason", "fan, ticket 4711")));
    }

    private Diagnosed diagnosed(Node node) {
        return WithoutRunbooks.diagnose(
                table, node.facts(), node.sample.baseline(), new DecisionTable.History(() -> node.past, List::of));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void i23_takesTheFirstRowThatFits(String id, String kind, String detail, Consumer<Node> spoil) {
        Node node = new Node();
        spoil.accept(node);

        Diagnosed diagnosed = diagnosed(node);

        assertThat(diagnosed.row()).as(diagnosed.toString()).isEqualTo(id);
        assertThat(diagnosed.route().name()).isEqualTo(kind);
        assertThat(diagnosed.route().detail()).contains(detail);
    }

    /** The threshold itself is borne, the next error is not. */
    @Test
    void fourErrorsOfSramAreBorneAndFiveAreNot() {
        Node node = new Node();
        node.sram = "4";
        assertThat(diagnosed(node).row()).isEqualTo("F0");
        node.sram = "5";
        assertThat(diagnosed(node).row()).isEqualTo("F4");
    }

    /** I24: by serial, in whatever node it was; and only what is not older than thirty days. */
    @Test
    void i24_theThirdEventOfASerialInThirtyDaysCountsInWhateverNodeTheOthersWere() {
        Node old = new Node()
                .happened(GpuEvent.Kind.XID, 31, "62")
                .happened(GpuEvent.Kind.XID, 10, "119")
                .xid(62, "halt");
        assertThat(diagnosed(old).row()).isEqualTo("F13");

        Node third = new Node()
                .happened(GpuEvent.Kind.XID, 29, "62")
                .happened(GpuEvent.Kind.XID, 10, "119")
                .xid(62, "halt");
        assertThat(diagnosed(third).row()).isEqualTo("F6");
    }

    /** I22: what the log held before the boot or before the reading's T0 counts for nothing. */
    @Test
    void i22_anErrorOfAnEarlierBootDoesNotCount() {
        Node node = new Node();
        node.log.add(new XidEvent(BOOTED.minusSeconds(60), "0000:12:00.0", 62, false, "halt"));

        assertThat(diagnosed(node).row()).isEqualTo("F0");
    }

    @Test
    void i23_errorsOfProgramsNeverLeadToAnAct() {
        for (int code : List.of(13, 31, 43, 69)) {
            Node node = new Node().xid(code, "pid=1").xid(code, "pid=2").xid(code, "pid=3");
            assertThat(diagnosed(node).route().name()).as("XID " + code).isEqualTo("REPORT");
        }
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(GpuFaultRmaTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("gpufaultrma", "F")).isEqualTo(GpuFaultRmaTable.RULES.ids());
    }

    @Test
    void aNodeOfWhichNothingIsKnownIsReportedAndNeverClean() {
        Node node = new Node();
        node.sample.identity = Reading.unknown("no answer");
        assertThat(diagnosed(node).route().name()).isEqualTo("REPORT");
    }
}
