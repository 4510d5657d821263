package dev.slipway.activities.drift;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.ledger.DriftRows;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Baseline;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.runbook.InstalledRunbooks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Judges the answers of a scan batch by batch: one query for the facts of a batch, a heartbeat, and the rows in the
 * ledger before the next. A worker that comes after goes on with the members that have no row.
 */
final class ScanJudgement {
    private static final int BATCH = 100;

    private final LedgerDatabase ledger;
    private final InstalledRunbooks runbooks;
    private final List<UnbuildablePair> unbuildable;
    private final ActivityClock clock;

    ScanJudgement(
            LedgerDatabase ledger, InstalledRunbooks runbooks, List<UnbuildablePair> unbuildable, ActivityClock clock) {
        this.ledger = ledger;
        this.runbooks = runbooks;
        this.unbuildable = unbuildable;
        this.clock = clock;
    }

    /** Safe to repeat: an existing row of a member is not changed. Returns a row of every member, in their order. */
    List<DriftRows.Row> rows(String reportId, List<NodeRef> members, Function<NodeRef, Baseline> goals) {
        List<DriftRows.Row> rows = new ArrayList<>(ledger.driftRows().of(reportId).stream()
                .filter(row -> row.found() != DriftRows.Found.SECOND_SOURCE)
                .toList());
        Set<NodeRef> judged = new HashSet<>();
        rows.forEach(row -> judged.add(row.node()));
        Map<NodeRef, MemberAnswer> answers = ledger.fleetScans().answers(reportId);
        DuplicateMachines duplicateMachines = new DuplicateMachines(answers.values());
        List<Member> left = new ArrayList<>();
        for (int place = 0; place < members.size(); place++) {
            NodeRef node = members.get(place);
            if (!judged.contains(node)) {
                left.add(new Member(
                        place, duplicateMachines.of(node).orElseGet(() -> answers.getOrDefault(node, notAsked(node)))));
            }
        }
        for (int from = 0; from < left.size(); from += BATCH) {
            clock.heartbeat((members.size() - left.size() + from) + " of " + members.size() + " judged");
            List<DriftRows.Row> batch = judge(reportId, left.subList(from, Math.min(left.size(), from + BATCH)), goals);
            ledger.driftRows().keep(reportId, batch);
            rows.addAll(batch);
        }
        return rows;
    }

    private record Member(int place, MemberAnswer answer) {}

    private List<DriftRows.Row> judge(String reportId, List<Member> batch, Function<NodeRef, Baseline> goals) {
        Map<String, NodeFacts> facts = ledger.facts()
                .byIds(batch.stream()
                        .filter(member -> member.answer().read())
                        .map(member ->
                                FleetScan.factsId(reportId, member.answer().node()))
                        .toList());
        return batch.stream()
                .map(member -> {
                    NodeRef node = member.answer().node();
                    return member.answer().read()
                            ? judge(member.place(), read(facts, reportId, node), goals.apply(node))
                            : DriftReportBuilder.unread(member.place(), member.answer());
                })
                .toList();
    }

    private DriftRows.Row judge(int place, NodeFacts facts, Baseline goal) {
        return DriftReportBuilder.judged(
                place, facts.node(), runbooks.diagnose("image-drift", facts, goal, ledger.history(facts, unbuildable)));
    }

    private static NodeFacts read(Map<String, NodeFacts> facts, String reportId, NodeRef node) {
        NodeFacts own = facts.get(FleetScan.factsId(reportId, node));
        if (own == null) {
            throw new IllegalStateException("the facts of " + node + " are gone from the ledger");
        }
        return own;
    }

    private static MemberAnswer notAsked(NodeRef node) {
        return MemberAnswer.without(
                node,
                MemberAnswer.Kind.NOT_ASKED,
                node.name() + " became a member while others were read",
                "try again");
    }
}
