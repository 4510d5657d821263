package dev.slipway.runbook.gspmismatch;

import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Why the GPUs' system processors do not run the driver's firmware, and what that asks for. Ordered: the first row that
 * matches is taken.
 */
public final class GspMismatchTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";

    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row("W1", "facts incomplete", Seen::unreadable, s -> new Route(Kind.REPORT, s.whatIsUnread())),
            row("W2", "fewer GPUs on the bus than the profile", Seen::gpuMissing, to(GPU_FAULT, unsafe())),
            row(
                    "W3",
                    "driver owned by host and container both",
                    s -> s.ownedBy(DriverOwner.BOTH),
                    toPerson(Seen::unsafe, s -> "two driver owners on one node: a person must take one away")),
            row(
                    "W4",
                    "the driver is the GPU Operator's",
                    Seen::operated,
                    s -> OperatorDriver.route(s.facts(), s.goal())),
            row(
                    "W5",
                    "driver installed by a run file",
                    s -> s.ownedBy(DriverOwner.RUNFILE),
                    toPerson(
                            Seen::unsafe,
                            s -> "run-file driver: a person must run nvidia-uninstall, or write the image again")),
            row("W6", "no module for the running kernel", Seen::notBuilt, to("kernel-gpu-missing", Seen::unsafe)),
            row(
                    "W7",
                    "firmware turned off, and nobody recorded it",
                    Seen::turnedOff,
                    toPerson(
                            Seen::unsafe,
                            s -> "NVreg_EnableGpuFirmware=0 in " + s.whoTurnsItOff()
                                    + ": record it as a waiver of gspFirmware, or take it away")),
            row(
                    "W8",
                    "no room for packages or an initramfs",
                    Seen::full,
                    toPerson(Seen::unsafe, s -> "no room: " + s.room())),
            row(
                    "W9",
                    "firmware that no package of the driver brought",
                    s -> !s.ownerless().isEmpty(),
                    toPerson(
                            Seen::unsafe,
                            s -> "nobody owns " + String.join(", ", s.ownerless()) + ": a person must take it away")),
            row(
                    "W10",
                    "copies of the module that cannot be told apart",
                    Seen::unclearCopies,
                    toPerson(
                            Seen::unsafe,
                            s -> "more than one nvidia module for the running kernel: " + s.whyUnclear())),
            row(
                    "W11",
                    "another branch of the driver, or a stray module, is installed",
                    s -> !s.stray().isEmpty(),
                    s -> s.initramfsUnread()
                            ? changing(GspMismatchProcedure.PURGE).apply(s)
                            : GspMismatchProcedure.PURGE.on(Route.detailOf(s.stray()))),
            row(
                    "W12",
                    "healthy set of another version",
                    s -> s.drifted() && !s.packagesBroken(),
                    to("image-drift", Seen::unsafe)),
            row(
                    "W13",
                    "firmware missing or partial",
                    s -> !s.missing().isEmpty(),
                    changing(GspMismatchProcedure.REINSTALL)),
            row(
                    "W14",
                    "half-applied, or mixed versions",
                    s -> s.packagesBroken() || s.mixed(),
                    changing(GspMismatchProcedure.REINSTALL)),
            row(
                    "W15",
                    "the pinned set is on disk and another driver in the kernel",
                    Seen::notReloaded,
                    to("module-reload", Seen::unsafe)),
            row(
                    "W16",
                    "the driver does not load, and its firmware is whole",
                    Seen::doesNotLoad,
                    toPerson(unsafe(), s -> "the driver does not load, and that is not its firmware: " + s.said())),
            row("W17", "the same GPU again", Seen::failedBefore, to(GPU_FAULT, unsafe())),
            row(
                    "W18",
                    "firmware that looks whole does not load",
                    Seen::firmwareFails,
                    changing(GspMismatchProcedure.REINSTALL)),
            row("W19", "consistent, and GPUs fail", Seen::processorFails, changing(GspMismatchProcedure.RESET_ALL)),
            row(
                    "W20",
                    "GPUs run without firmware, and nothing says why",
                    Seen::runsWithout,
                    s -> new Route(Kind.REPORT, "GSP firmware is off on the GPUs, by no setting that is read")),
            row(
                    "W21",
                    "firmware of another version than the driver",
                    Seen::otherFirmware,
                    changing(GspMismatchProcedure.REINSTALL)),
            row("W0", "nothing wrong: one firmware, that of the driver", s -> true, s -> new Route(Kind.CLEAN, ""))));

    /** What comes to a reboot is not begun while nobody knows what a reboot would load. */
    private static Function<Seen, Route> changing(GspMismatchProcedure procedure) {
        return seen -> seen.initramfsUnread()
                ? Route.leftToAPerson(
                        "what the next boot would load is unknown: " + seen.initramfsError(), seen.unsafe())
                : procedure.on("");
    }

    @Override
    public String slug() {
        return "gsp-mismatch";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(facts, baseline, List::of);
    }

    /** A GPU whose firmware failed before, over all nodes it was in, is not reset once more. */
    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        Seen seen = Seen.of(facts, baseline, past);
        return ROWS.diagnose(seen, seen.differences());
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.ids();
    }
}
