package dev.slipway.runbook.gpufaultrma;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.route.Care;
import dev.slipway.route.Repeats.Repeat.Wanted;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What a GPU's hardware asks for. Ordered: the first row that fits is taken, replacing before caring, the stronger act before
 * the weaker. The errors of programs never lead to an act on a node.
 */
public final class GpuFaultRmaTable implements DecisionTable {
    private static final int SHOWN = 400;

    /** {@code why} says why the row fits, and nothing where it does not; {@code to} is another runbook's slug, or the procedure's name. */
    private record Row(String id, String title, Function<Seen, Optional<String>> why, Kind kind, String to) {}

    private static final List<Row> ROWS = List.of(
            row("F1", "facts incomplete", Seen::unread, Kind.REPORT),
            to(
                    "F2",
                    "a fatal error of a switch, or of the fabric: not one GPU",
                    s -> s.asked(Care.FABRIC),
                    "fabric-manager"),
            row("F3", "a row could not be remapped", Seen::rowsFailed, GpuFaultRmaProcedure.REPLACE),
            row("F4", "more than 4 uncorrectable SRAM errors", Seen::sramWorn, GpuFaultRmaProcedure.REPLACE),
            row("F5", "dcgmi diag isolates a GPU", Seen::isolated, GpuFaultRmaProcedure.REPLACE),
            row("F6", "a GPU's past asks for replacing it", s -> s.pastAsks(Wanted.RMA), GpuFaultRmaProcedure.REPLACE),
            row("F7", "two reboots did not cure it: inspect the hardware", Seen::inspection, Kind.HOLD),
            row(
                    "F8",
                    "off the bus, and not back after a reboot",
                    Seen::missingSinceBoot,
                    GpuFaultRmaProcedure.POWER_CYCLE),
            row("F9", "fell off the bus", Seen::missing, GpuFaultRmaProcedure.REBOOT),
            row(
                    "F10",
                    "the driver asks for a reset of the bus",
                    s -> s.asked(Care.BUS_RESET),
                    GpuFaultRmaProcedure.POWER_CYCLE),
            row(
                    "F11",
                    "the driver or the XID asks for a reboot",
                    s -> s.asked(Care.REBOOT),
                    GpuFaultRmaProcedure.REBOOT),
            to("F12", "the GPU's firmware is not the driver's", s -> s.asked(Care.FIRMWARE), "gsp-mismatch"),
            row(
                    "F13",
                    "the driver or the XID asks for a reset",
                    s -> s.asked(
                            Care.RESET, Care.DRAIN_AND_RESET, Care.RESET_THEN_REBOOT, Care.ECC_RESET, Care.ECC_FAULT),
                    GpuFaultRmaProcedure.RESET_GPU),
            row("F14", "the driver asks to stop peer access first", s -> s.asked(Care.STOP_PEERS), Kind.HOLD),
            to("F15", "an error of NVLink", s -> s.asked(Care.LINK), "nvlink-visibility"),
            to("F16", "on the bus, and silent: no verdict on the hardware", Seen::silent, "module-reload"),
            row(
                    "F17",
                    "waits for a reset, and the node is out of service",
                    Seen::waitedForDrain,
                    GpuFaultRmaProcedure.RESET_GPU),
            row("F18", "keeps running: reset at the next drain", Seen::waitsForDrain, Kind.REPORT),
            row(
                    "F19",
                    "keeps running: dcgmi diag -r 3 at the next drain",
                    s -> s.asked(Care.TEST_WHEN_DRAINED),
                    Kind.REPORT),
            row("F20", "an error that the catalogue does not know", Seen::unjudged, Kind.REPORT),
            row("F21", "gates failed, and no GPU says why", Seen::handedOver, GpuFaultRmaProcedure.RESET_GPU),
            row("F22", "errors of programs only: tell the job's owner", s -> s.asked(Care.TELL_OWNER), Kind.REPORT),
            row("F0", "nothing speaks against a GPU", s -> Optional.of(""), Kind.CLEAN));

    private static Row row(String id, String title, Function<Seen, Optional<String>> why, Kind kind) {
        return new Row(id, title, why, kind, "");
    }

    private static Row row(
            String id, String title, Function<Seen, Optional<String>> why, GpuFaultRmaProcedure procedure) {
        return new Row(id, title, why, Kind.DO, procedure.name());
    }

    private static Row to(String id, String title, Function<Seen, Optional<String>> why, String slug) {
        return new Row(id, title, why, Kind.DIVERT, slug);
    }

    @Override
    public String slug() {
        return "gpu-fault-rma";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.stream()
                .filter(row -> row.kind() == Kind.DIVERT)
                .map(Row::to)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(facts, baseline, List::of);
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        Seen seen = Seen.of(facts, baseline, past.get());
        for (Row row : ROWS) {
            Optional<String> why = row.why().apply(seen);
            if (why.isPresent()) {
                return diagnosed(row, seen, shown(why.get()));
            }
        }
        throw new IllegalStateException("the last row fits every node");
    }

    /**
     * A node that this table leads elsewhere has a GPU with an error that asks for care now, or one that is silent.
     * Nothing is reset or rebooted under the GPU Operator's driver.
     */
    private static Route route(Row row, Seen seen, String whole, String why) {
        NodeFacts facts = seen.facts();
        return switch (row.kind()) {
            case DIVERT ->
                facts.operated() && row.to().equals("module-reload")
                        ? OperatorDriver.route(facts, seen.goal())
                        : Route.diverting(row.to(), true);
            case HOLD -> new Route(Kind.HOLD, whole);
            case DO -> {
                GpuFaultRmaProcedure procedure = GpuFaultRmaProcedure.valueOf(row.to());
                yield facts.operated() && procedure != GpuFaultRmaProcedure.REPLACE
                        ? new Route(Kind.HOLD, OperatorDriver.hardware(whole))
                        : procedure.on(why);
            }
            case CLEAN, REPORT -> new Route(row.kind(), why);
        };
    }

    /** A report and a hold are told by their route's words, all else by its title. */
    private static Diagnosed diagnosed(Row row, Seen seen, String why) {
        String whole = why.isEmpty() ? row.title() : row.title() + ": " + why;
        Route route = route(row, seen, whole, why);
        return new Diagnosed(row.id(), row.kind() == Kind.REPORT ? row.title() : whole, route, List.of());
    }

    private static String shown(String why) {
        return why.length() > SHOWN ? why.substring(0, SHOWN - 1) + "…" : why;
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.stream().map(Row::id).toList();
    }
}
