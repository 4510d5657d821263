package dev.slipway.runbook.modulereload;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.act;
import static dev.slipway.rules.Then.actIfBootKnown;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.here;
import static dev.slipway.rules.Then.hold;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.CDI;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.INITRAMFS;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.PURGE;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.REBUILD;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.REINSTALL;
import static dev.slipway.runbook.modulereload.ModuleReloadProcedure.RELOAD;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.LoadState.Trouble.Kind;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.rules.StrayModules;
import dev.slipway.rules.Then;
import dev.slipway.runbook.DecisionTable;
import java.util.Set;

/**
 * Diagnoses why the drivers in the kernel, on disk, in the library and at the pin differ, and selects the procedure.
 * The first row that matches is taken. Nothing is ever reloaded onto a version that is not the pin.
 */
public final class ModuleReloadTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";
    private static final String KERNEL = "kernel-gpu-missing";
    private static final String GSP = "gsp-mismatch";
    private static final String DRIFT = "image-drift";
    private static final String UNSUPPORTED =
            "the module on disk does not support these GPUs: open or proprietary is the image's choice";

    static final RuleTable<ModuleReloadView> RULES = RuleTable.of(
            rule("M1", "facts incomplete", v -> v.node().readForDriver(), report()),
            rule(
                    "M2",
                    "hardware: fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe(GPU_FAULT)),
            rule(
                    "M3",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule(
                    "M4",
                    "the driver is the GPU Operator's",
                    v -> v.node().driver().operated(),
                    operator()),
            rule("M5", "driver installed by a run file", v -> v.node().driver().ofRunFile(), person()),
            rule(
                    "M6",
                    "no module for the running kernel",
                    v -> v.node().driver().noModule(),
                    divert(KERNEL)),
            rule("M7", "another driver holds the GPUs", ModuleReloadView::otherDriver, divert(KERNEL)),
            rule("M8", "Secure Boot rejected the module's key", v -> v.unloadedFor(Kind.KEY_REJECTED), divert(KERNEL)),
            rule(
                    "M9",
                    "ambiguous copies of the module",
                    v -> v.node().driver().severalFiles(),
                    here(ModuleReloadTable::withoutStray)),
            rule(
                    "M10",
                    "half-applied package transaction",
                    v -> v.node().driver().packagesBroken(),
                    act(REINSTALL)),
            rule("M11", "the disk moved away under the pin", ModuleReloadView::movedUnderThePin, divert(DRIFT)),
            rule("M12", "stale build", ModuleReloadView::staleBuild, actIfBootKnown(REBUILD)),
            rule("M13", "upgrade never reloaded", ModuleReloadView::neverReloaded, actIfBootKnown(RELOAD)),
            rule(
                    "M14",
                    "half-applied: the library moved alone",
                    ModuleReloadView::libraryAlone,
                    actIfBootKnown(REINSTALL)),
            rule("M15", "the module package moved alone", ModuleReloadView::moduleAlone, actIfBootKnown(REINSTALL)),
            rule("M16", "mixed leftovers", ModuleReloadView::allDiffer, actIfBootKnown(REINSTALL)),
            rule(
                    "M17",
                    "not loaded, module and library differ",
                    ModuleReloadView::unloadedAndMixed,
                    actIfBootKnown(REINSTALL)),
            rule("M18", "consistent, but not at the pin", ModuleReloadView::consistentlyDrifted, divert(DRIFT)),
            rule(
                    "M19",
                    "loads, and then the GPU's firmware fails",
                    v -> v.node().gpus().silent().and(v.node().log().firmwareToBlame()),
                    divert(GSP)),
            rule(
                    "M20",
                    "this flavour of the module does not know the GPUs",
                    v -> v.unloadedFor(Kind.UNSUPPORTED).by(UNSUPPORTED),
                    hold()),
            rule("M21", "at the pin and not loaded", ModuleReloadView::unloadedAtThePin, actIfBootKnown(RELOAD)),
            rule(
                    "M22",
                    "versions agree, and the GPUs do not answer",
                    v -> v.node().gpus().silent(),
                    actIfBootKnown(RELOAD)),
            rule(
                    "M23",
                    "versions agree, what the next boot loads cannot be read",
                    ModuleReloadView::initramfsUnread,
                    report()),
            rule("M24", "old module in the initramfs", ModuleReloadView::staleInitramfs, act(INITRAMFS)),
            rule("M25", "containers get another driver", ModuleReloadView::staleCdi, here(ModuleReloadTable::cdiRoute)),
            rule(
                    "M26",
                    "versions agree, and the CDI specifications cannot be read",
                    ModuleReloadView::cdiUnread,
                    report()),
            otherwise(
                    "M0",
                    "not this fault: the versions agree, the GPUs answer, and containers get this driver",
                    clean()));

    /** A package can be purged by its name; a file that no package owns is a person's to judge. */
    private static Route withoutStray(ModuleReloadView view, Judgement why) {
        StrayModules stray = StrayModules.of(view.node().facts(), view.node().goal());
        if (stray.packages().isEmpty()) {
            return Route.leftToAPerson(
                    "more than one nvidia module for the running kernel: "
                            + String.join(", ", view.node().driver().files()) + "; " + stray.why()
                            + ", so that a person must take the stray away and run depmod -a",
                    view.unsafe());
        }
        return Then.bootKnown(view, PURGE.on(Route.detailOf(stray.packages())));
    }

    /**
     * Routes a wrong CDI specification: one that the node's own tools write can be rewritten; any other belongs to its
     * writer.
     */
    private static Route cdiRoute(ModuleReloadView view, Judgement why) {
        return view.cdiOurs() ? CDI.on("") : new Route(Route.Kind.REPORT, view.cdiOfOthers());
    }

    @Override
    public String slug() {
        return "module-reload";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        NodeView node = NodeView.of(facts, baseline);
        return RULES.diagnose(new ModuleReloadView(node), node.differences());
    }
}
