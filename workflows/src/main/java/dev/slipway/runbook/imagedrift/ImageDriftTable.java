package dev.slipway.runbook.imagedrift;

import static dev.slipway.runbook.Row.go;
import static dev.slipway.runbook.Row.row;
import static dev.slipway.runbook.Row.to;
import static dev.slipway.runbook.Row.toPerson;
import static dev.slipway.runbook.Row.unsafe;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.OperatorDriver;
import dev.slipway.runbook.Rows;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which node is drifted, and which is broken, faulty, or clean. Ordered: the first row that matches is taken. A node
 * whose GPUs do not answer is broken, not drifted, unless its packages moved under the running module.
 */
public final class ImageDriftTable implements DecisionTable {

    private static final Rows<Seen> ROWS = new Rows<>(List.of(
            row(
                    "D1",
                    "facts incomplete: unreachable or unreadable, not drift",
                    Seen::unreadable,
                    Seen::whatIsUnreadable),
            row(
                    "D2",
                    "hardware: fewer GPUs on the bus than the profile",
                    Seen::gpuMissing,
                    to("gpu-fault-rma", unsafe())),
            row(
                    "D3",
                    "driver owned by host and container both",
                    owner(DriverOwner.BOTH),
                    toPerson(Seen::unsafe, "two driver owners on one node: a person must take one away")),
            row(
                    "D4",
                    "driver installed by a run file",
                    owner(DriverOwner.RUNFILE).and(Seen::drifted),
                    toPerson(Seen::unsafe, "run-file driver: a person or a re-image must replace it")),
            row(
                    "D5",
                    "the driver is the GPU Operator's, and the node is not at its baseline",
                    Seen::operatorsWork,
                    s -> OperatorDriver.route(s.facts(), s.goal())),
            row(
                    "D24",
                    "a pinned field is off that no runbook changes",
                    Seen::unchangeableOff,
                    toPerson(Seen::unsafe, Seen::unchangeable)),
            row("D6", "half-applied package transaction", Seen::packagesBroken, go(ImageDriftProcedure.CONVERGE)),
            row("D7", "two driver branches installed", Seen::twoBranches, to("gsp-mismatch", Seen::unsafe)),
            row(
                    "D8",
                    "packages moved under the running module",
                    s -> s.silent() && s.diskLeftThePin(),
                    go(ImageDriftProcedure.CONVERGE)),
            row(
                    "D9",
                    "broken: no module built for the running kernel",
                    s -> s.silent() && s.noModuleOnDisk(),
                    to("kernel-gpu-missing", unsafe())),
            row("D10", "broken: GSP firmware", s -> s.silent() && s.gspTrouble(), to("gsp-mismatch", unsafe())),
            row("D11", "broken: GPUs on the bus do not answer", Seen::silent, to("module-reload", unsafe())),
            row(
                    "D12",
                    "missed wave or stale image",
                    s -> s.imageModel() && s.imageDiffers(),
                    go(ImageDriftProcedure.IMAGE)),
            row(
                    "D13",
                    "patched in place after imaging",
                    s -> s.imageModel() && s.versionsDiffer(),
                    go(ImageDriftProcedure.IMAGE)),
            row(
                    "D14",
                    "wrong boot entry: the pinned kernel is installed",
                    s -> s.onlyKernelDiffers() && s.pinnedKernelInstalled(),
                    go(ImageDriftProcedure.BOOT)),
            row(
                    "D15",
                    "fabric manager is not at the driver's version",
                    Seen::fabricManagerDiffers,
                    go(ImageDriftProcedure.CONVERGE)),
            row("D16", "newer than the pin", Seen::newer, go(ImageDriftProcedure.CONVERGE)),
            row("D17", "config drift", Seen::versionsDiffer, go(ImageDriftProcedure.CONVERGE)),
            row("D18", "MIG mode differs", Seen::migDiffers, to("mig-stale", Seen::unsafe)),
            row("D19", "ECC mode differs", Seen::eccDiffers, to("ecc-toggle", Seen::unsafe)),
            row(
                    "D20",
                    "runtime settings, services or holds differ",
                    Seen::settingsDiffer,
                    go(ImageDriftProcedure.SETTINGS)),
            row(
                    "D21",
                    "boot settings drift from those of the image",
                    Seen::firmwareDiffers,
                    s -> new Route(Kind.REPORT, "change request: " + s.firmware())),
            row(
                    "D22",
                    "a pinned field cannot be read",
                    Seen::unknownField,
                    s -> new Route(Kind.REPORT, s.unknownFields())),
            row(
                    "D23",
                    "versions equal the pin, the image is unknown",
                    Seen::imageUnknown,
                    s -> new Route(Kind.REPORT, "no readable image manifest")),
            row("D0", "every pinned field equals the baseline", s -> true, go(Route.Kind.CLEAN))));

    private static Predicate<Seen> owner(DriverOwner owner) {
        return seen -> seen.owner() == owner;
    }

    @Override
    public String slug() {
        return "image-drift";
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
