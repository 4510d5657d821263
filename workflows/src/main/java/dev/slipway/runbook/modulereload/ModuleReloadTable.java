package dev.slipway.runbook.modulereload;

import static dev.slipway.runbook.Row.go;
import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.LoadState.Trouble.Kind;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import dev.slipway.runbook.StrayModules;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Why the driver in the kernel, on disk, in its library and at the pin are not one, and what that asks for. Ordered: the
 * first row that matches is taken. Nothing is ever reloaded onto a version that is not the pin.
 */
public final class ModuleReloadTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";
    private static final String KERNEL = "kernel-gpu-missing";
    private static final String GSP = "gsp-mismatch";
    private static final String DRIFT = "image-drift";

    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row("M1", "facts incomplete", Seen::unreadable, s -> new Route(Route.Kind.REPORT, s.whatIsUnread())),
            row("M2", "hardware: fewer GPUs on the bus than the profile", Seen::gpuMissing, to(GPU_FAULT, unsafe())),
            row(
                    "M3",
                    "driver owned by host and container both",
                    owner(DriverOwner.BOTH),
                    toPerson(Seen::unsafe, "two driver owners on one node: a person must take one away")),
            row(
                    "M4",
                    "the driver is the GPU Operator's",
                    Seen::operated,
                    s -> OperatorDriver.route(s.facts(), s.goal())),
            row(
                    "M5",
                    "driver installed by a run file",
                    owner(DriverOwner.RUNFILE),
                    toPerson(Seen::unsafe, "run-file driver: a person or a re-image must replace it")),
            row("M6", "no module for the running kernel", Seen::notBuilt, to(KERNEL, Seen::unsafe)),
            row("M7", "another driver holds the GPUs", Seen::otherDriver, to(KERNEL, Seen::unsafe)),
            row("M8", "Secure Boot rejected the module's key", unloaded(Kind.KEY_REJECTED), to(KERNEL, Seen::unsafe)),
            row("M9", "ambiguous copies of the module", Seen::manyFiles, ModuleReloadTable::withoutStray),
            row("M10", "half-applied package transaction", Seen::packagesBroken, go(ModuleReloadProcedure.REINSTALL)),
            row("M11", "the disk moved away under the pin", Seen::movedUnderThePin, to(DRIFT, Seen::unsafe)),
            row("M12", "stale build", Seen::staleBuild, changing(ModuleReloadProcedure.REBUILD)),
            row("M13", "upgrade never reloaded", Seen::neverReloaded, changing(ModuleReloadProcedure.RELOAD)),
            row(
                    "M14",
                    "half-applied: the library moved alone",
                    Seen::libraryAlone,
                    changing(ModuleReloadProcedure.REINSTALL)),
            row("M15", "the module package moved alone", Seen::moduleAlone, changing(ModuleReloadProcedure.REINSTALL)),
            row("M16", "mixed leftovers", Seen::allDiffer, changing(ModuleReloadProcedure.REINSTALL)),
            row(
                    "M17",
                    "not loaded, module and library differ",
                    Seen::unloadedAndMixed,
                    changing(ModuleReloadProcedure.REINSTALL)),
            row("M18", "consistent, but not at the pin", Seen::consistentlyDrifted, to(DRIFT, Seen::unsafe)),
            row(
                    "M19",
                    "loads, and then the GPU's firmware fails",
                    s -> s.silent() && s.gspTrouble(),
                    to(GSP, Seen::unsafe)),
            row(
                    "M20",
                    "this flavour of the module does not know the GPUs",
                    unloaded(Kind.UNSUPPORTED),
                    toPerson(
                            unsafe(),
                            "the module on disk does not support these GPUs: open or proprietary is the image's choice")),
            row("M21", "at the pin and not loaded", Seen::unloadedAtThePin, changing(ModuleReloadProcedure.RELOAD)),
            row(
                    "M22",
                    "versions agree, and the GPUs do not answer",
                    Seen::silent,
                    changing(ModuleReloadProcedure.RELOAD)),
            row(
                    "M23",
                    "versions agree, what the next boot loads cannot be read",
                    Seen::initramfsUnread,
                    s -> new Route(Route.Kind.REPORT, "initramfs: " + s.initramfsError())),
            row("M24", "old module in the initramfs", Seen::staleInitramfs, go(ModuleReloadProcedure.INITRAMFS)),
            row("M25", "containers are told of another driver", Seen::staleCdi, ModuleReloadTable::told),
            row(
                    "M26",
                    "versions agree, what containers are told of the driver cannot be read",
                    Seen::cdiUnread,
                    s -> new Route(Route.Kind.REPORT, "CDI specifications: " + s.cdiError())),
            row(
                    "M0",
                    "not this fault: the versions agree, the GPUs answer, and containers are told of this driver",
                    s -> true,
                    go(Route.Kind.CLEAN))));

    private static Predicate<Seen> owner(DriverOwner owner) {
        return seen -> seen.ownedBy(owner);
    }

    private static Predicate<Seen> unloaded(Kind kind) {
        return seen -> !seen.loaded() && seen.blames(kind);
    }

    /** A package can be purged by its name; a file that no package owns is a person's to judge. */
    private static Route withoutStray(Seen seen) {
        StrayModules stray = StrayModules.of(seen.facts(), seen.goal());
        if (stray.packages().isEmpty()) {
            return Route.leftToAPerson(
                    "more than one nvidia module for the running kernel: " + seen.files() + "; " + stray.why()
                            + ", so that a person must take the stray away and run depmod -a",
                    seen.unsafe());
        }
        return seen.initramfsUnread()
                ? changing(ModuleReloadProcedure.PURGE).apply(seen)
                : ModuleReloadProcedure.PURGE.on(Route.detailOf(stray.packages()));
    }

    /** A specification that the node's own tools write can be written anew; any other is its writer's. */
    private static Route told(Seen seen) {
        return seen.cdi().ours(seen.pin()).isEmpty()
                ? new Route(Route.Kind.REPORT, String.join("; ", seen.cdi().others(seen.pin())))
                : ModuleReloadProcedure.CDI.on("");
    }

    /** What may come to a reboot is not begun while nobody knows what a reboot would load. */
    private static Function<Seen, Route> changing(ModuleReloadProcedure procedure) {
        return seen -> seen.initramfsUnread()
                ? Route.leftToAPerson(
                        "what the next boot would load is unknown: " + seen.initramfsError(), seen.unsafe())
                : procedure.on("");
    }

    @Override
    public String slug() {
        return "module-reload";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        Seen seen = Seen.of(facts, baseline);
        return ROWS.diagnose(seen, seen.differences());
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.ids();
    }
}
