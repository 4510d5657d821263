package dev.slipway.activities.audit;

import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.ledger.DriftReports;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Outcome;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.rollout.DriftReport;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the members that may be partners: in service, in no runbook, without work. Those that the last check of the
 * fleet found wrong come last, because they would refuse.
 */
final class PartnerChoice {
    /** Limits how many members are checked for idleness: each costs the cluster a list. */
    private static final int ASKED = 20;

    private final LedgerDatabase database;
    private final FleetRoster roster;
    private final Schedulers schedulers;

    PartnerChoice(LedgerDatabase database, FleetRoster roster, Schedulers schedulers) {
        this.database = database;
        this.roster = roster;
        this.schedulers = schedulers;
    }

    /** Safe to repeat: reads only. Returns the {@code nth} of them; empty if there are fewer. */
    Optional<NodeRef> nth(Act act, int nth) {
        return candidates(act, List.of()).skip(nth).findFirst();
    }

    /**
     * Safe to repeat: reads only. Returns the first of them that is not among {@code asked}: one that was tried may be
     * back in service by now, or out, so no number identifies it.
     */
    Optional<NodeRef> besides(Act act, List<NodeRef> asked) {
        return candidates(act, asked).findFirst();
    }

    private Stream<NodeRef> candidates(Act act, List<NodeRef> asked) {
        List<NodeRef> inService = roster.members(act.fleet()).stream()
                .filter(FleetRoster.Member::inService)
                .map(FleetRoster.Member::node)
                .filter(node -> !node.equals(act.node()) && !asked.contains(node))
                .toList();
        int start = inService.isEmpty() ? 0 : Math.floorMod(act.node().name().hashCode(), inService.size());
        Set<NodeRef> wrong = foundWrong(act);
        return Stream.concat(inService.stream().skip(start), inService.stream().limit(start))
                .filter(this::notInARunbook)
                .sorted(Comparator.comparing(wrong::contains))
                .limit(ASKED)
                .filter(node -> fit(act, node));
    }

    private Set<NodeRef> foundWrong(Act act) {
        Optional<DriftReports.Stored> last = database.driftReports()
                .latest(act.fleet())
                .flatMap(stored -> database.driftReports().of(stored.report().reportId()));
        return last.stream()
                .flatMap(stored -> names(stored.report()))
                .map(name -> new NodeRef(act.node().cluster(), name))
                .filter(node ->
                        last.filter(stored -> broughtBackSince(node, stored)).isEmpty())
                .collect(Collectors.toSet());
    }

    private static Stream<String> names(DriftReport report) {
        return Stream.concat(
                report.lines().stream().map(DriftReport.DriftLine::node),
                report.unread().first().stream().map(answer -> answer.node().name()));
    }

    private boolean broughtBackSince(NodeRef node, DriftReports.Stored check) {
        return database.outcomes().ofNode(node, 1).stream()
                .anyMatch(last ->
                        last.outcome() == Outcome.CONVERGED && last.ended().isAfter(check.at()));
    }

    private boolean notInARunbook(NodeRef node) {
        return database.nodeRows()
                .of(node)
                .filter(row -> row.state() != NodeState.IN_SERVICE)
                .isEmpty();
    }

    /** Returns whether it is idle, and able to take part by its facts. */
    private boolean fit(Act act, NodeRef node) {
        Optional<FactsRef> latest = database.facts().latest(node);
        if (latest.filter(facts -> facts.lacking().containsKey("G9")).isPresent()) {
            return false;
        }
        Act about = new Act(
                node,
                act.fleet(),
                act.token(),
                act.workflowId(),
                act.runbook(),
                act.step(),
                act.attempt(),
                latest.map(FactsRef::identity),
                act.t0());
        return schedulers.of(about).work(about).isEmpty();
    }
}
