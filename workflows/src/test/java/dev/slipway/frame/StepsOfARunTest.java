package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Limits;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the steps of a run owe to the ledger and to the engine. */
class StepsOfARunTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run(FakeNode on) {
        return bench.imageDrift(on).run(Bench.trigger(on, Bench.policy(true), Reason.DRIFT_FOUND));
    }

    private List<HistoryEvent> history(FakeNode of) {
        return bench.client().fetchHistory(of.ref.workflowId()).getEvents();
    }

    @Test
    void eachRowOfTheLedgerNamesTheWorkflowThatWritesIt() {
        run(node);

        assertThat(node.notes).isNotEmpty().extracting(NodeNote::workflowId).containsOnly(node.ref.workflowId());
    }

    @Test
    void aNodeIsReadmittedOnOneProof() {
        run(node);

        aProofHoldsOneAnswerOfEachGate();
    }

    private void aProofHoldsOneAnswerOfEachGate() {
        assertThat(bench.ledger.proofs)
                .singleElement()
                .satisfies(proof -> assertThat(proof.gates())
                        .isNotEmpty()
                        .extracting(GateResult::gate)
                        .doesNotHaveDuplicates());
    }

    /** The first gates are answered before the default kernel is changed, and all of them after it. */
    @Test
    void aGateThatIsAnsweredTwiceStandsInTheProofOnce() {
        node.row = "D14";

        NodeOutcome end = run(node);

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        aProofHoldsOneAnswerOfEachGate();
    }

    @Test
    void aHeldNodeThatIsProvenIsInServiceAlsoWhereItsEndCannotBeWritten() {
        node.faults.add(new Fault("Ledger.ended", 1, Fault.When.BEFORE, FailureType.AMBIGUOUS));
        ImageDrift run = bench.imageDrift(node);

        NodeOutcome end = run.run(Bench.trigger(
                node,
                Bench.policy(false),
                Reason.DRIFT_FOUND,
                new Trigger.Options(true, Optional.empty(), "r1", Optional.empty())));

        assertThat(end.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(run.view().journal()).anyMatch(line -> line.startsWith("the ledger does not know this end"));
        assertThat(run.view().state()).isEqualTo(NodeState.IN_SERVICE.word());
    }

    /** A drain may take as long as the policy allows, and is joined again after a worker died. */
    @Test
    void onlyWorkOfAnOwnTimeLimitIsTriedAsOftenAsWork() {
        run(node);

        Map<String, Integer> attempts = history(node).stream()
                .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
                .map(HistoryEvent::getActivityTaskScheduledEventAttributes)
                .collect(Collectors.toMap(
                        activity -> activity.getActivityType().getName(),
                        activity -> activity.getRetryPolicy().getMaximumAttempts(),
                        Math::max));
        assertThat(attempts)
                .containsEntry("Nodes.Drain", Limits.WORK)
                .containsEntry("Nodes.Cordon", Limits.QUICK)
                .containsEntry("Nodes.Facts", Limits.QUICK);
    }

    /** The site answers at once each time, so that only a second question within one step waits. */
    @Test
    void eachStepAsksTheSiteAtOnceWhereAPartIsAway() {
        NodeOutcome calm = run(bench.node("gpu-2"));
        for (String call : List.of("Gates.mayLeaveService", "Nodes.cordon")) {
            for (int nth = 1; nth <= Limits.QUICK; nth++) {
                node.faults.add(new Fault(call, nth, Fault.When.BEFORE, FailureType.PART_AWAY));
            }
        }

        NodeOutcome end = run(node);

        assertThat(end.outcome()).isEqualTo(calm.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).filteredOn("Nodes.siteAnswers"::equals).hasSize(2);
        assertThat(timers(node)).isEqualTo(timers(bench.node("gpu-2")));
    }

    private long timers(FakeNode of) {
        return history(of).stream()
                .filter(event -> event.getEventType() == EventType.EVENT_TYPE_TIMER_STARTED)
                .count();
    }
}
