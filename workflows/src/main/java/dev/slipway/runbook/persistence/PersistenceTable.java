package dev.slipway.runbook.persistence;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Rule.rule;
import static dev.slipway.rules.Then.actOn;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divert;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.operator;
import static dev.slipway.rules.Then.person;
import static dev.slipway.rules.Then.report;
import static dev.slipway.runbook.persistence.PersistenceProcedure.PERSIST;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.RuleTable;
import dev.slipway.runbook.DecisionTable;
import java.util.Set;

/**
 * Diagnoses why idle GPUs are shut down, or are slow although they are not, and selects the procedure. The first row
 * that matches is taken.
 */
public final class PersistenceTable implements DecisionTable {
    static final RuleTable<PersistenceView> RULES = RuleTable.of(
            rule("PM1", "facts incomplete", v -> v.node().identified(), report()),
            rule("PM2", "the baseline wants persistence off", PersistenceView::notWanted, report()),
            rule(
                    "PM3",
                    "hardware: fewer GPUs on the bus than the profile",
                    v -> v.node().gpus().missing(),
                    divertUnsafe("gpu-fault-rma")),
            rule(
                    "PM4",
                    "driver owned by host and container both",
                    v -> v.node().driver().ownedTwice(),
                    person()),
            rule(
                    "PM6",
                    "the daemon is in the GPU Operator's driver container",
                    v -> v.node()
                            .driver()
                            .operated()
                            .and(v.node().gpus().silent().or(v.off())),
                    operator()),
            rule("PM5", "GPUs on the bus do not answer", v -> v.node().gpus().silent(), divertUnsafe("module-reload")),
            rule("PM7", "the unit is masked", PersistenceView::masked, report()),
            rule("PM8", "no unit, and the mode is off", PersistenceView::withoutUnit, actOn(PERSIST)),
            rule("PM9", "the daemon is off, or a boot does not start it", PersistenceView::daemonOff, actOn(PERSIST)),
            rule("PM10", "the daemon is configured to keep no GPU awake", PersistenceView::flagged, actOn(PERSIST)),
            rule("PM11", "the daemon runs, and the mode is off", PersistenceView::modeOffThoughItRuns, actOn(PERSIST)),
            rule(
                    "PM12",
                    "persistence is on, and heat or power holds clocks down",
                    PersistenceView::heldDown,
                    divert("thermal")),
            rule(
                    "PM13",
                    "persistence is on, and application clocks were left set",
                    PersistenceView::clocksLeftSet,
                    divert("image-drift")),
            otherwise("PM0", "persistence is on, and a boot keeps it so", clean()));

    @Override
    public String slug() {
        return "persistence";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        NodeView node = NodeView.of(facts, baseline);
        return RULES.diagnose(new PersistenceView(node), node.differences());
    }
}
