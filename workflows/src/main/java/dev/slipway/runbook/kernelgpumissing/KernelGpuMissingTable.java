package dev.slipway.runbook.kernelgpumissing;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.act;
import static dev.slipway.rules.Then.actOn;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.hold;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.plan;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.BACK;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.DELIVER;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.FORWARD;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.IMAGE;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.PREPARE;
import static dev.slipway.runbook.kernelgpumissing.KernelGpuMissingProcedure.RETREAT;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.runbook.DecisionTable;
import java.util.List;
import java.util.Set;

/**
 * Diagnoses why a node lost its GPUs with its kernel, and selects the way back. The first row that matches is taken. A
 * kernel that no baseline sanctions is left, never built for.
 */
public final class KernelGpuMissingTable implements DecisionTable {
    private static final String RELOAD = "module-reload";

    static final RuleTable<KernelGpuMissingView> RULES = RuleTable.of(
            rule("K1", "facts incomplete: unreachable or unreadable", KernelGpuMissingView::read, report()),
            rule(
                    "K2",
                    "the number of GPUs on the bus changes between two readings",
                    KernelGpuMissingView::busChanges,
                    hold()),
            rule(
                    "K3",
                    "hardware: fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe("gpu-fault-rma")),
            rule(
                    "K4",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule(
                    "K23",
                    "the driver and its module are the GPU Operator's",
                    v -> v.node().driver().operated(),
                    operator()),
            rule(
                    "K5",
                    "half-removed or half-installed packages",
                    v -> v.node().driver().packagesBroken(),
                    divert("image-drift")),
            rule("K6", "the journal does not survive a boot", KernelGpuMissingView::journalLost, person()),
            rule("K7", "no tool that writes an initramfs", KernelGpuMissingView::withoutInitramfsTool, person()),
            rule("K8", "no room for a module or an initramfs", KernelGpuMissingView::full, person()),
            rule("K9", "unsanctioned kernel: the pinned one is ready", KernelGpuMissingView::pinnedReady, act(BACK)),
            rule(
                    "K10",
                    "unsanctioned kernel, and the pinned one is not ready: kernel and driver both differ",
                    KernelGpuMissingView::bothDiffer,
                    person()),
            rule(
                    "K11",
                    "unsanctioned kernel, and the pinned one comes with an image",
                    KernelGpuMissingView::imaged,
                    act(IMAGE)),
            rule(
                    "K28",
                    "the driver is known not to build for the pinned kernel",
                    v -> v.builds().knownToFail(),
                    actOn(RETREAT)),
            rule(
                    "K12",
                    "unsanctioned kernel, the pinned one is not installed any more",
                    KernelGpuMissingView::pinnedGone,
                    act(PREPARE)),
            rule(
                    "K13",
                    "unsanctioned kernel, the pinned one is installed and not ready",
                    KernelGpuMissingView::unsanctioned,
                    act(PREPARE)),
            rule("K14", "nouveau holds the GPUs", KernelGpuMissingView::nouveauBound, act(FORWARD)),
            rule("K15", "headers are missing", v -> v.builds().headersMissing(), act(FORWARD)),
            rule("K16", "not built for this kernel", v -> v.builds().notBuilt(), act(FORWARD)),
            rule(
                    "K17",
                    "the driver does not build for this kernel",
                    v -> v.builds().unbuildableHere(),
                    actOn(RETREAT)),
            rule(
                    "K29",
                    "a package for this kernel is on offer and not installed",
                    v -> v.builds().onOffer(),
                    actOn(DELIVER)),
            rule(
                    "K18",
                    "no package for this kernel in a precompiled delivery",
                    v -> v.builds().notOnOffer(),
                    actOn(RETREAT)),
            rule("K19", "the module's key is rejected", KernelGpuMissingView::keyRejected, hold()),
            rule("K20", "module and library differ", KernelGpuMissingView::mismatch, divertUnsafe(RELOAD)),
            rule("K21", "GSP firmware", KernelGpuMissingView::firmwareFails, divertUnsafe("gsp-mismatch")),
            rule(
                    "K22",
                    "proprietary module on GPUs that need the open one",
                    KernelGpuMissingView::wrongFlavour,
                    plan("driver-upgrade")),
            rule(
                    "K24",
                    "driver installed by a run file, nothing built for this kernel",
                    KernelGpuMissingView::runFileSilent,
                    hold()),
            rule("K25", "no DKMS, and no module", v -> v.builds().withoutDkms(), person()),
            rule(
                    "K26",
                    "the module is there, and GPUs do not answer",
                    v -> v.node().gpus().silent(),
                    divertUnsafe(RELOAD)),
            rule("K27", "the next boot would find no module", KernelGpuMissingView::nextWithoutModule, act(BACK)),
            otherwise("K0", "GPUs answer on the pinned kernel, and on the next boot's", clean()));

    @Override
    public String slug() {
        return "kernel-gpu-missing";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(KernelGpuMissingView.of(NodeView.of(facts, baseline), List.of()));
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, History history) {
        return diagnose(KernelGpuMissingView.of(
                NodeView.of(facts, baseline), history.unbuildable().get()));
    }

    private static Diagnosed diagnose(KernelGpuMissingView view) {
        return RULES.diagnose(view, view.differences());
    }
}
