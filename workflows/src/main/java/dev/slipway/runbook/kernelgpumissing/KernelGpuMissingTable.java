package dev.slipway.runbook.kernelgpumissing;

import static dev.slipway.runbook.Row.go;
import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.BuildCause;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Why a node lost its GPUs with its kernel, and which way leads back. Ordered: the first row that matches is taken. A kernel
 * that no baseline sanctions is left, never built for.
 */
public final class KernelGpuMissingTable implements DecisionTable {

    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row(
                    "K1",
                    "facts incomplete: unreachable or unreadable",
                    s -> !s.unread().isEmpty(),
                    Words::whatIsUnread),
            row(
                    "K2",
                    "the number of GPUs on the bus changes between two looks",
                    Seen::busChanges,
                    toPerson(unsafe(), "a GPU comes and goes")),
            row(
                    "K3",
                    "hardware: fewer GPUs on the bus than the profile",
                    Seen::gpuMissing,
                    to("gpu-fault-rma", unsafe())),
            row(
                    "K4",
                    "driver owned by host and container both",
                    s -> s.owner(DriverOwner.BOTH),
                    toPerson(Seen::unsafe, "two driver owners on one node: a person must take one away")),
            row(
                    "K23",
                    "the driver and its module are the GPU Operator's",
                    s -> s.facts().operated(),
                    s -> OperatorDriver.route(s.facts(), s.goal())),
            row("K5", "half-removed or half-installed packages", Seen::packagesBroken, to("image-drift", Seen::unsafe)),
            row("K6", "the journal does not survive a boot", s -> !s.journalKept() && Words.work(s), Words::journal),
            row(
                    "K7",
                    "no tool that writes an initramfs",
                    s -> !s.initramfsTool() && Words.work(s),
                    toPerson(Seen::unsafe, "neither update-initramfs nor dracut: no kernel can be made ready")),
            row(
                    "K8",
                    "no room for a module or an initramfs",
                    s -> s.full() && Words.work(s),
                    toPerson(Seen::unsafe, s -> "no room: " + s.room())),
            row(
                    "K9",
                    "unsanctioned kernel: the pinned one is ready",
                    s -> !s.sanctioned() && s.pinnedLacks().isEmpty(),
                    go(KernelGpuMissingProcedure.BACK)),
            row(
                    "K10",
                    "unsanctioned kernel, and the pinned one is not ready: kernel and driver both differ",
                    s -> !s.sanctioned() && s.driverDiffersToo() && !s.comesWithAnImage(),
                    toPerson(
                            Seen::unsafe,
                            "the driver differs too, and kernel and driver never change in one step: re-image, or bring the packages back first")),
            row(
                    "K11",
                    "unsanctioned kernel, and the pinned one comes with an image",
                    s -> !s.sanctioned() && s.comesWithAnImage(),
                    go(KernelGpuMissingProcedure.IMAGE)),
            row(
                    "K28",
                    "the driver is known not to build for the pinned kernel",
                    s -> !s.knownToFail().isEmpty(),
                    retreat(s -> "the driver is known not to build for " + s.pinned() + ", and that was not tried: "
                            + s.knownToFail())),
            row(
                    "K12",
                    "unsanctioned kernel, the pinned one is not installed any more",
                    s -> !s.sanctioned() && !s.pinnedInstalled(),
                    go(KernelGpuMissingProcedure.PREPARE)),
            row(
                    "K13",
                    "unsanctioned kernel, the pinned one is installed and not ready",
                    s -> !s.sanctioned(),
                    go(KernelGpuMissingProcedure.PREPARE)),
            row("K14", "nouveau holds the GPUs", Seen::nouveauBound, go(KernelGpuMissingProcedure.FORWARD)),
            row(
                    "K15",
                    "headers are missing",
                    s -> s.buildable() && s.headersMissing(),
                    go(KernelGpuMissingProcedure.FORWARD)),
            row(
                    "K16",
                    "not built for this kernel",
                    s -> s.buildable() && s.buildError().isEmpty(),
                    go(KernelGpuMissingProcedure.FORWARD)),
            row("K17", "the driver does not build for this kernel", Seen::buildable, retreat(Words::unbuildable)),
            row(
                    "K29",
                    "a package for this kernel is on offer and not installed",
                    s -> !s.onOffer().isEmpty(),
                    s -> KernelGpuMissingProcedure.DELIVER.on(s.onOffer())),
            row(
                    "K18",
                    "no package for this kernel in a precompiled delivery",
                    s -> s.precompiled() && s.moduleMissing(),
                    retreat(s -> "no package with the pinned driver's module for " + s.running() + s.otherOffers())),
            row(
                    "K19",
                    "the module's key is rejected",
                    s -> s.silent() && s.trouble(Trouble.Kind.KEY_REJECTED),
                    toPerson(
                            unsafe(),
                            "Secure Boot rejects the module's key: a person enrols it at the console, or the signed package is pinned; Secure Boot stays on")),
            row("K20", "module and library differ", s -> s.silent() && s.mismatch(), to("module-reload", unsafe())),
            row(
                    "K21",
                    "GSP firmware",
                    s -> s.silent() && !s.moduleMissing() && s.gspTrouble(),
                    to("gsp-mismatch", unsafe())),
            row(
                    "K22",
                    "proprietary module on GPUs that need the open one",
                    s -> s.silent() && !s.moduleMissing() && s.wrongFlavour(),
                    to("driver-upgrade", unsafe())),
            row(
                    "K24",
                    "driver installed by a run file, nothing built for this kernel",
                    s -> s.owner(DriverOwner.RUNFILE) && s.silent(),
                    toPerson(unsafe(), "run-file driver: a person or a re-image must replace it")),
            row(
                    "K25",
                    "no DKMS, and no module",
                    Seen::moduleMissing,
                    toPerson(Seen::unsafe, "nothing on this node builds a module: no DKMS, or none of the driver")),
            row("K26", "the module is there, and GPUs do not answer", Seen::silent, to("module-reload", unsafe())),
            row(
                    "K27",
                    "the next boot would find no module",
                    s -> !s.nextWithoutModule().isEmpty(),
                    go(KernelGpuMissingProcedure.BACK)),
            row("K0", "GPUs answer on the pinned kernel, and on the next boot's", s -> true, go(Route.Kind.CLEAN))));

    private static Function<Seen, Route> retreat(Function<Seen, String> why) {
        return seen -> KernelGpuMissingProcedure.RETREAT.on(why.apply(seen));
    }

    /** What a row says in more than a word. */
    private static final class Words {
        private Words() {}

        static Route whatIsUnread(Seen seen) {
            return new Route(
                    Kind.REPORT,
                    seen.unread().entrySet().stream()
                            .map(e -> e.getKey() + " (" + e.getValue() + ")")
                            .collect(Collectors.joining(", ")));
        }

        static String unbuildable(Seen seen) {
            String error = seen.buildError();
            return "the driver does not build for " + seen.running() + ": " + BuildCause.told(error)
                    + BuildCause.asPair(UnbuildablePair.of(seen.goal(), error));
        }

        /** A node on which nothing is to be done needs neither room nor tools. */
        static boolean work(Seen seen) {
            return seen.silent()
                    || !seen.sanctioned()
                    || !seen.nextWithoutModule().isEmpty();
        }

        static Route journal(Seen seen) {
            return Route.leftToAPerson(
                    "the journal is lost at each boot, so errors before a boot cannot be told from none: make it"
                            + " persistent (/var/log/journal) first",
                    seen.unsafe());
        }
    }

    @Override
    public String slug() {
        return "kernel-gpu-missing";
    }

    @Override
    public Set<String> leadsTo() {
        return ROWS.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(new Seen(facts, baseline, List.of()));
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, Kept kept) {
        return diagnose(new Seen(facts, baseline, kept.unbuildable().get()));
    }

    private static Diagnosed diagnose(Seen seen) {
        return ROWS.diagnose(seen, seen.differences());
    }

    /** The ids of all rows, in order; the document beside this file lists the same. */
    static List<String> rowIds() {
        return ROWS.ids();
    }
}
