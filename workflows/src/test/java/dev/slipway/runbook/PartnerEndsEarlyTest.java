package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Verdict;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A partner that is gone before its test is over, or never comes: the borrower ends by itself, and neither node is
 * lost.
 */
class PartnerEndsEarlyTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");
    private final FakeNode partner = partner("partner-0");

    private FakeNode partner(String name) {
        FakeNode idle = bench.node(name);
        idle.row = "D0";
        idle.work = false;
        return idle;
    }

    PartnerEndsEarlyTest() {
        node.partners = 1;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(partner.violations).isEmpty();
    }

    private NodeOutcome run(boolean decide) {
        return bench.imageDrift(node).run(Bench.trigger(node, Bench.policy(decide), Reason.DRIFT_FOUND));
    }

    /** While the test runs on both nodes the loan ends by {@code ends}. */
    private void duringTheTest(Consumer<WorkflowStub> ends) {
        node.onCall = call -> {
            if (call.equals("Diagnostics.ncclPair#1")) {
                WorkflowStub loan = bench.client().newUntypedWorkflowStub(partner.ref.workflowId());
                while (!waitsForItsEnd(loan)) {
                    Thread.onSpinWait();
                }
                ends.accept(loan);
                endOf(loan);
            }
        };
    }

    /** An engine in memory whose run is ended by force amid a workflow task skips no time any more. */
    private boolean waitsForItsEnd(WorkflowStub loan) {
        return bench.client().fetchHistory(loan.getExecution().getWorkflowId()).getEvents().stream()
                .map(event -> event.getTimerStartedEventAttributes().getStartToFireTimeout())
                .anyMatch(limit -> limit.getSeconds() == Duration.ofMinutes(45).toSeconds());
    }

    private static String endOf(WorkflowStub loan) {
        try {
            return loan.getResult(String.class);
        } catch (WorkflowFailedException closed) {
            return String.valueOf(closed.getCause());
        }
    }

    private void silent(FakeNode silent) {
        for (int call = 1; call <= 240; call++) {
            silent.faults.add(new Fault("Nodes.facts", call, Fault.When.BEFORE, FailureType.LEDGER_UNAVAILABLE));
        }
    }

    @Test
    void i3_aPartnerThatIsCancelledDuringTheTestIsHeldAndTheBorrowerGoesOn() {
        duringTheTest(WorkflowStub::cancel);

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.told).isEmpty();
        assertThat(partner.heldReason).contains("all_reduce_perf");
        assertThat(partner.told).singleElement().asString().startsWith("HELD: ");
    }

    @Test
    void i3_aPartnerThatIsTerminatedDuringTheTestStaysOutAndPeopleAreTold() {
        duringTheTest(loan -> loan.terminate("by hand"));

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(partner.unschedulable).isTrue();
        assertThat(partner.heldReason).contains("closed by force");
        assertThat(partner.told).singleElement().asString().startsWith("HELD: ");
    }

    @Test
    void aTestWhosePartnerWentIsRepeatedWithAnother() {
        node.partners = 2;
        FakeNode second = partner("partner-1");
        duringTheTest(WorkflowStub::cancel);

        NodeOutcome outcome = run(false);

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(second.calls).contains("Nodes.cordon", "Nodes.readmit");
        assertThat(second.asFound()).isTrue();
        assertThat(node.journal).contains("Diagnostics.ncclPair#2");
    }

    private void crashes(FakeNode lent) {
        node.onCall = call -> {
            if (call.equals("Diagnostics.ncclPair#1")) {
                lent.crash();
            }
        };
    }

    private void saysNothingOfTheNode() {
        crashes(partner);

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(bench.open(node).view().journal())
                .contains("G9 not run: prod/partner-0 crashed while it was leased");
        assertThat(endOf(bench.client().newUntypedWorkflowStub(partner.ref.workflowId())))
                .startsWith("held: ");
        assertThat(partner.heldReason).contains("crashed");
        assertThat(partner.told).singleElement().asString().startsWith("HELD: ");
    }

    @Test
    void i1_aTestThatPassedUnderAPartnerThatCrashedDoesNotCountAndThePartnerStaysOut() {
        saysNothingOfTheNode();
    }

    @Test
    void aTestThatFailedUnderAPartnerThatCrashedIsNoVerdictOnTheNode() {
        node.pair = Verdict.FAIL;

        saysNothingOfTheNode();
    }

    @Test
    void i1_aTestUnderAPartnerThatCrashedIsRepeatedWithAnother() {
        node.partners = 2;
        FakeNode second = partner("partner-1");
        crashes(partner);

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(bench.open(node).view().journal()).contains("G9 pass: with prod/partner-1");
        assertThat(second.asFound()).isTrue();
        assertThat(partner.asFound()).isFalse();
    }

    @Test
    void i3_aPartnerWhoseGpusAreBusyAtTheDeadlineIsHeld() {
        node.ranksStay = true;
        node.faults.add(new Fault("Diagnostics.ncclPair", 1, Fault.When.AFTER, FailureType.AMBIGUOUS));

        assertThat(run(true).outcome()).isEqualTo(Outcome.HELD);
        assertThat(partner.heldReason).contains("all_reduce_perf");
        assertThat(partner.told).singleElement().asString().startsWith("HELD: ");
    }

    @Test
    void aPartnerThatWentBackAtItsDeadlineIsNotTestedAgainstAfterwards() {
        node.faults.add(new Fault("Diagnostics.ncclPair", 1, Fault.When.AFTER, FailureType.AMBIGUOUS));
        partner.onCall = call -> {
            if (call.startsWith("Nodes.readmit")) {
                bench.open(node).retry(new Who("on-call", "looked"));
            }
        };

        assertThat(run(true).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(partner.asFound()).isTrue();
        assertThat(node.computing).isFalse();
    }

    @Test
    void aPartnerThatStaysSilentIsNotWaitedForAndGoesBackWhenItComes() {
        silent(partner);

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
        assertThat(endOf(bench.client().newUntypedWorkflowStub(partner.ref.workflowId())))
                .isEqualTo("not needed any more");
        assertThat(partner.calls).doesNotContain("Nodes.cordon");
    }

    @Test
    void aLateWordOfAnotherPartnerDoesNotCount() {
        silent(partner);
        partner.onCall = call -> {
            if (call.equals("Nodes.facts#2")) {
                bench.client()
                        .newUntypedWorkflowStub(node.ref.workflowId())
                        .signal("lent", bench.node("partner-1").ref, "a loan of another time");
                bench.client()
                        .newUntypedWorkflowStub(node.ref.workflowId())
                        .signal("lent", partner.ref, "a loan of another time");
            }
        };

        assertThat(run(false).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
    }
}
