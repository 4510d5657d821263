package dev.slipway.activities.diagnosis;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.FailureType;
import dev.slipway.model.Route;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeNote;
import dev.slipway.port.Diagnosis;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.InstalledRunbooks;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks up facts and baseline and evaluates the table of the runbook. The row is stored where tables of nodes show it,
 * except that of a dry run; so is a pair of driver and kernel that the node's own log proves not to build.
 */
public final class TableDiagnosis implements Diagnosis {
    private static final String DRIFT = "image-drift";

    private final InstalledRunbooks runbooks;
    private final Map<String, String> workflowTypes;
    private final Supplier<List<UnbuildablePair>> unbuildable;
    private final LedgerDatabase ledger;
    private final Baselines baselines;
    private final InstantSource clock;

    /**
     * Holds the runbooks of this worker: their tables, and the workflow type of each slug; and what people recorded
     * about builds.
     */
    public record Installed(
            Collection<DecisionTable> tables,
            Map<String, String> workflowTypes,
            Supplier<List<UnbuildablePair>> unbuildable) {}

    public TableDiagnosis(Installed installed, LedgerDatabase ledger, Baselines baselines, InstantSource clock) {
        this.runbooks = new InstalledRunbooks(
                installed.tables(), installed.workflowTypes().keySet());
        this.workflowTypes = Map.copyOf(installed.workflowTypes());
        this.unbuildable = installed.unbuildable();
        this.ledger = ledger;
        this.baselines = baselines;
        this.clock = clock;
    }

    /** A runbook without a table of its own, such as that of a partner, judges by the fleet's drift. */
    @Override
    public Diagnosed diagnose(Act act, FactsRef facts, BaselineRef baseline) {
        String slug = runbooks.judges(act.runbook()) ? act.runbook() : DRIFT;
        if (!runbooks.judges(slug)) {
            throw FailureType.GATE_CLOSED.of("No decision table is installed for " + act.runbook());
        }
        NodeFacts found = ledger.facts()
                .byId(facts.id())
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("The ledger has no facts " + facts.id()));
        Baseline goal = baselines.of(baseline);
        Diagnosed row = runbooks.diagnose(slug, found, goal, ledger.history(found, unbuildable.get()));
        Diagnosed diagnosed = row.beside(beside(found, goal, row.route()));
        UnbuildablePair.proven(found, goal)
                .map(pair -> pair.triedOn(act.node(), act.token(), clock.instant()))
                .ifPresent(ledger.unbuildablePairs()::read);
        if (act.holdsLock()) {
            ledger.nodeRows().put(note(act, diagnosed));
        }
        return diagnosed;
    }

    private NodeNote note(Act act, Diagnosed diagnosed) {
        return new NodeNote(
                act.node(),
                act.fleet(),
                act.runbook(),
                act.step().state(),
                act.step().id(),
                diagnosed.summary(),
                act.workflowId(),
                act.token(),
                clock.instant(),
                Optional.of(diagnosed.row()));
    }

    /** No table has the router's row for MIG: what a scheduler offers and what the GPUs are cut into. */
    private static List<String> beside(NodeFacts found, Baseline goal, Route route) {
        return TriageTable.beside("R12", RoutingInput.of(found, goal), route.detail()).stream()
                .toList();
    }

    @Override
    public String workflowType(Act act, String slug) {
        return workflowTypes.getOrDefault(slug, "");
    }
}
