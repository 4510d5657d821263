package dev.slipway.runbook.fabricmanager;

import static dev.slipway.runbook.Row.go;
import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.FabricState.Trouble.Kind;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import java.util.List;
import java.util.Set;

/**
 * Why GPUs are not registered with the fabric of their node, and what that asks for. Ordered: the first row that matches is
 * taken. The fabric manager follows the driver, never the driver the fabric manager.
 */
public final class FabricManagerTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";
    private static final String RELOAD = "module-reload";
    private static final String DRIFT = "image-drift";

    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row("N1", "facts incomplete", Seen::unreadable, s -> new Route(Route.Kind.REPORT, s.whatIsUnread())),
            row(
                    "N2",
                    "NVSwitches on the bus that the baseline knows nothing of",
                    s -> !s.ownSwitches() && s.switchesOnBus(),
                    s -> new Route(Route.Kind.REPORT, s.switches())),
            row(
                    "N3",
                    "no NVSwitch of its own, so no fabric manager is wanted here",
                    s -> !s.ownSwitches(),
                    go(Route.Kind.CLEAN)),
            row("N4", "hardware: fewer GPUs on the bus than the profile", Seen::gpuMissing, to(GPU_FAULT, unsafe())),
            row(
                    "N5",
                    "driver owned by host and container both",
                    s -> s.ownedBy(DriverOwner.BOTH),
                    toPerson(Seen::unsafe, "two driver owners on one node: a person must take one away")),
            row(
                    "N10",
                    "the driver and its fabric manager are the GPU Operator's",
                    Seen::operated,
                    FabricManagerTable::operated),
            row("N6", "GPUs on the bus do not answer", Seen::silent, to(RELOAD, unsafe())),
            row("N7", "half-applied package transaction", Seen::packagesBroken, to(DRIFT, Seen::unsafe)),
            row("N8", "the pinned driver was never loaded", Seen::driverNotReloaded, to(RELOAD, Seen::unsafe)),
            row("N9", "the driver is not at the pin", Seen::driverOffThePin, to(DRIFT, Seen::unsafe)),
            row(
                    "N11",
                    "driver installed by a run file, fabric manager or nscq is of another version",
                    s -> s.ownedBy(DriverOwner.RUNFILE) && s.followersApart(),
                    toPerson(Seen::unsafe, "run-file driver: a person or a re-image must replace it")),
            row(
                    "N12",
                    "fabric manager or nscq is not of the driver's version",
                    Seen::followersApart,
                    s -> FabricManagerProcedure.MATCH.on(s.versions())),
            row(
                    "N13",
                    "hardware: the switches make no whole topology",
                    Seen::switchMissing,
                    s -> FabricManagerProcedure.INSPECT.on(s.switches())),
            row(
                    "N14",
                    "fatal error of a switch",
                    s -> s.says(Kind.SWITCH_FATAL),
                    s -> FabricManagerProcedure.RESET_ALL.on(s.lines(Kind.SWITCH_FATAL))),
            row("N15", "a GPU has an error of its own", Seen::gpuFault, to(GPU_FAULT, unsafe())),
            row(
                    "N16",
                    "the fabric manager is down, its version fits",
                    Seen::managerDown,
                    s -> FabricManagerProcedure.RESTART.on(s.lines(Kind.ENDED, Kind.VERSION))),
            row(
                    "N17",
                    "the fabric manager runs, and no GPU is registered",
                    Seen::noneRegistered,
                    s -> FabricManagerProcedure.RESTART.on(s.registrations())),
            row(
                    "N18",
                    "some GPUs are not registered",
                    Seen::someNotRegistered,
                    s -> FabricManagerProcedure.REGISTER.on(s.registrations())),
            row(
                    "N19",
                    "all are registered, and NVLinks are missing",
                    Seen::linksMissing,
                    to("nvlink-visibility", unsafe())),
            row(
                    "N20",
                    "errors of a switch that ask for nothing now, or do not say whether they are fatal",
                    s -> s.says(Kind.SWITCH_ERROR) || s.says(Kind.SWITCH_UNCLEAR),
                    s -> new Route(Route.Kind.REPORT, s.lines(Kind.SWITCH_ERROR, Kind.SWITCH_UNCLEAR))),
            row(
                    "N0",
                    "not this fault: the fabric manager runs, and every GPU is registered with all its links",
                    s -> true,
                    go(Route.Kind.CLEAN))));

    /** Hardware is a person's, or the GPU's own runbook's; everything else is the operator's. */
    private static Route operated(Seen seen) {
        if (seen.says(Kind.TOPOLOGY) || seen.says(Kind.SWITCH_FATAL)) {
            return new Route(Route.Kind.HOLD, OperatorDriver.hardware(seen.lines(Kind.TOPOLOGY, Kind.SWITCH_FATAL)));
        }
        return seen.gpuFault() ? Route.diverting(GPU_FAULT, true) : OperatorDriver.route(seen.facts(), seen.goal());
    }

    @Override
    public String slug() {
        return "fabric-manager";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        Seen seen = new Seen(facts, baseline);
        return ROWS.diagnose(seen, seen.differences());
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.ids();
    }
}
