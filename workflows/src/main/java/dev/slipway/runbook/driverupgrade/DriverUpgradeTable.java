package dev.slipway.runbook.driverupgrade;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.actOn;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.driverupgrade.DriverUpgradeProcedure.IMAGE;
import static dev.slipway.runbook.driverupgrade.DriverUpgradeProcedure.UPGRADE;
import static dev.slipway.runbook.driverupgrade.DriverUpgradeProcedure.UPGRADE_KERNEL;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.runbook.DecisionTable;
import java.util.Set;

/**
 * Decides whether a node takes part in an upgrade, and how. A node that fails already does not: it is left to the
 * runbook of its fault. The first row that matches is taken. U1 to U8 are the checks of the whole plan.
 */
public final class DriverUpgradeTable implements DecisionTable {
    static final RuleTable<DriverUpgradeView> RULES = RuleTable.of(
            rule(
                    "U10",
                    "facts incomplete: unreachable or unreadable",
                    v -> v.node().readForDriver(),
                    report()),
            rule(
                    "U11",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule("U12", "driver installed by a run file", v -> v.node().driver().ofRunFile(), person()),
            rule(
                    "U13",
                    "the driver is the GPU Operator's",
                    v -> v.node().driver().operated(),
                    operator()),
            rule("U14", "fewer GPUs on the bus than the profile", DriverUpgradeView::gpusMissing, report()),
            rule("U15", "half-applied package transaction", DriverUpgradeView::packagesHalfApplied, report()),
            rule("U16", "two driver branches installed", DriverUpgradeView::twoBranches, report()),
            rule("U17", "GPUs on the bus do not answer", DriverUpgradeView::gpusSilent, report()),
            rule("U18", "a pinned field is off that no runbook changes", DriverUpgradeView::unchangeableOff, person()),
            rule("U19", "another image is planned", DriverUpgradeView::imageMoves, actOn(IMAGE)),
            rule("U20", "the kernel moves", DriverUpgradeView::kernelMoves, actOn(UPGRADE_KERNEL)),
            rule("U21", "versions move, the kernel stays", DriverUpgradeView::versionsMove, actOn(UPGRADE)),
            rule("U22", "only settings, services or holds differ", DriverUpgradeView::settingsDiffer, report()),
            rule("U23", "a pinned field cannot be read", v -> v.drift().unread(), report()),
            otherwise("U0", "the node is at the planned baseline", clean()));

    @Override
    public String slug() {
        return "driver-upgrade";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        DriverUpgradeView view = DriverUpgradeView.of(NodeView.of(facts, baseline));
        return RULES.diagnose(view, view.drift().found().all());
    }
}
