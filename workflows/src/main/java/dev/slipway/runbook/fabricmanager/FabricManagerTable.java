package dev.slipway.runbook.fabricmanager;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.actOn;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.here;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.fabricmanager.FabricManagerProcedure.INSPECT;
import static dev.slipway.runbook.fabricmanager.FabricManagerProcedure.MATCH;
import static dev.slipway.runbook.fabricmanager.FabricManagerProcedure.REGISTER;
import static dev.slipway.runbook.fabricmanager.FabricManagerProcedure.RESET_ALL;
import static dev.slipway.runbook.fabricmanager.FabricManagerProcedure.RESTART;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.FabricState.Trouble.Kind;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.OperatorDriver;
import dev.slipway.rules.RuleTable;
import dev.slipway.runbook.DecisionTable;
import java.util.Set;

/**
 * Diagnoses why GPUs are not registered with the fabric of their node, and selects the procedure. The first row that
 * matches is taken. The fabric manager is matched to the driver, never the driver to the fabric manager.
 */
public final class FabricManagerTable implements DecisionTable {
    private static final String GPU_FAULT = "gpu-fault-rma";
    private static final String RELOAD = "module-reload";
    private static final String DRIFT = "image-drift";

    static final RuleTable<FabricManagerView> RULES = RuleTable.of(
            rule("N1", "facts incomplete", v -> v.node().identified(), report()),
            rule(
                    "N2",
                    "NVSwitches on the bus that the baseline knows nothing of",
                    FabricManagerView::strangeSwitches,
                    report()),
            rule(
                    "N3",
                    "no NVSwitch of its own, so no fabric manager is wanted here",
                    FabricManagerView::switchesElsewhere,
                    clean()),
            rule(
                    "N4",
                    "hardware: fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe(GPU_FAULT)),
            rule(
                    "N5",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule(
                    "N10",
                    "the driver and its fabric manager are the GPU Operator's",
                    FabricManagerView::operated,
                    here(FabricManagerTable::operated)),
            rule("N6", "GPUs on the bus do not answer", v -> v.node().gpus().silent(), divertUnsafe(RELOAD)),
            rule(
                    "N7",
                    "half-applied package transaction",
                    v -> v.node().driver().packagesBroken(),
                    divert(DRIFT)),
            rule("N8", "the pinned driver was never loaded", FabricManagerView::driverNotReloaded, divert(RELOAD)),
            rule("N9", "the driver is not at the pin", FabricManagerView::driverOffThePin, divert(DRIFT)),
            rule(
                    "N11",
                    "driver installed by a run file, fabric manager or nscq is of another version",
                    FabricManagerView::runFileApart,
                    person()),
            rule(
                    "N12",
                    "fabric manager or nscq is not of the driver's version",
                    FabricManagerView::followersApart,
                    actOn(MATCH)),
            rule(
                    "N13",
                    "hardware: the switches make no whole topology",
                    FabricManagerView::switchMissing,
                    actOn(INSPECT)),
            rule("N14", "fatal error of a switch", v -> v.says(Kind.SWITCH_FATAL), actOn(RESET_ALL)),
            rule("N15", "a GPU has an error of its own", FabricManagerView::gpuFault, divertUnsafe(GPU_FAULT)),
            rule("N16", "the fabric manager is down, its version fits", FabricManagerView::managerDown, actOn(RESTART)),
            rule(
                    "N17",
                    "the fabric manager runs, and no GPU is registered",
                    FabricManagerView::noneRegistered,
                    actOn(RESTART)),
            rule("N18", "some GPUs are not registered", v -> v.node().fabric().notRegistered(), actOn(REGISTER)),
            rule(
                    "N19",
                    "all are registered, and NVLinks are missing",
                    v -> v.node().fabric().linksMissing(),
                    divertUnsafe("nvlink-visibility")),
            rule(
                    "N20",
                    "errors of a switch that ask for nothing now, or do not say whether they are fatal",
                    v -> v.says(Kind.SWITCH_ERROR, Kind.SWITCH_UNCLEAR),
                    report()),
            otherwise(
                    "N0",
                    "not this fault: the fabric manager runs, and every GPU is registered with all its links",
                    clean()));

    /** Hardware is a person's, or the GPU's own runbook's; everything else is the operator's. */
    private static Route operated(FabricManagerView view, Judgement why) {
        Judgement hardware = view.says(Kind.TOPOLOGY, Kind.SWITCH_FATAL);
        if (hardware.isYes()) {
            return new Route(Route.Kind.HOLD, OperatorDriver.hardware(hardware.sentence()));
        }
        return view.gpuFault().isYes() ? Route.diverting(GPU_FAULT, true) : OperatorDriver.route(view.node());
    }

    @Override
    public String slug() {
        return "fabric-manager";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        NodeView node = NodeView.of(facts, baseline);
        return RULES.diagnose(new FabricManagerView(node), node.differences());
    }
}
