package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people may say to a run, when, and what becomes of it. */
class OperatorSignalsTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private CompletableFuture<NodeOutcome> waiting(String method, int nth, FailureType type) {
        for (int attempt = 0; attempt < (type == FailureType.STEP_FAILED ? 2 : 1); attempt++) {
            node.faults.add(new Fault(method, nth + attempt, Fault.When.BEFORE, type));
        }
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        while (!open().view().state().equals("DECISION")) {
            bench.engine.sleep(Duration.ofSeconds(30));
        }
        return WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class);
    }

    private ImageDrift open() {
        return bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId());
    }

    @Test
    void aSignalWithoutANameIsRecordedAsUnauthenticated() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);

        WorkflowStub.fromTyped(open()).signal("hold", new Who("", ""));

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(open().view().journal()).contains("hold chosen by unauthenticated");
    }

    @Test
    void aSignalWithoutAnyInputIsRecordedAsUnauthenticated() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);

        WorkflowStub.fromTyped(open()).signal("hold");

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(open().view().journal()).contains("hold chosen by unauthenticated");
    }

    @Test
    void aSignalWithWrongInputIsWrittenDownAndTheNextOneIsTaken() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);
        WorkflowStub run = WorkflowStub.fromTyped(open());

        run.signal("hold", "Ada: enough");
        run.signal("hold", List.of("x".repeat(1 << 20)));
        assertThat(open().view().state()).isEqualTo("DECISION");
        assertThat(open().view().journal())
                .contains("signal hold dropped: expected is {\"name\": …, \"why\": …}, and this was sent: Ada: enough")
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(1_200));
        run.signal("hold", new Who("x".repeat(1 << 20), "looked at it"));

        assertThat(end.join().reason()).contains("hold by xxx").hasSizeLessThan(1_500);
    }

    @Test
    void anUpdateWithWrongInputIsRefusedWithWhatIsExpected() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);

        assertThatThrownBy(() -> open().hold("Ada"))
                .hasStackTraceContaining("expected is {\"name\": …, \"why\": …}, and this was sent: Ada");
        assertThatThrownBy(() -> open().hold(null)).hasStackTraceContaining("say who you are and why");
        open().hold(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
    }

    @Test
    void anAbortWhileAStepWaitsUndoesWhatIsKnown() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.STEP_FAILED);

        open().abort(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(open().view().journal()).contains("aborted by on-call (looked at it): rollBack");
    }

    @Test
    void anAbortWhileAStepWaitsHoldsWhatIsNotKnown() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);

        open().abort(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
    }

    @Test
    void aSecondAbortIsRefusedAndSaysWhoWasFirst() {
        List<Throwable> refused = new ArrayList<>();
        node.onCall = call -> {
            if (call.equals("Nodes.drain#1")) {
                open().abort(WHO);
                refused.add(catchThrowable(() -> open().abort(WHO)));
            }
        };

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(refused)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .hasStackTraceContaining("abort was already requested by on-call");
        assertThat(outcome.toString()).isEqualTo("UNTOUCHED(aborted by on-call (looked at it))");
    }

    @Test
    void anAbortWithoutANameIsRefused() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.AMBIGUOUS);

        assertThatThrownBy(() -> open().abort(new Who("on-call", "")))
                .hasStackTraceContaining("say who you are and why");
        open().hold(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
    }

    @Test
    void aRollbackThatFailsCanBeTriedAgainOrHeldButNotRolledBack() {
        node.badDiag.add("pin");
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 2, FailureType.AMBIGUOUS);

        assertThat(open().view().choices()).containsExactly("retry", "hold");
        assertThatThrownBy(() -> open().rollBack(WHO))
                .hasStackTraceContaining("this step can only be decided by retry, hold");
        open().retry(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
    }

    /** Nothing is started beside what still runs: it can be waited for under its number, or the node is held. */
    @Test
    void aStepThatStillRunsCanBeJoinedAgainOrHeldButNotRolledBack() {
        CompletableFuture<NodeOutcome> end = waiting("Packages.converge", 1, FailureType.STILL_RUNNING);

        assertThat(open().view().choices()).containsExactly("retry", "hold");
        open().retry(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.transactions.keySet()).singleElement().asString().endsWith("/converge-1");
    }

    @Test
    void aStepThatStillRunsIsHeldWhereNobodyDecides() {
        node.faults.add(new Fault("Packages.converge", 1, Fault.When.BEFORE, FailureType.STILL_RUNNING));

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.transactions).isEmpty();
    }

    @Test
    void anEndThatCannotBeWrittenCanOnlyBeTriedAgainOrLeft() {
        CompletableFuture<NodeOutcome> end = waiting("Ledger.ended", 1, FailureType.AMBIGUOUS);

        assertThat(open().view().choices()).containsExactly("retry", "hold");
        open().retry(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.outcome).isPresent();
    }

    @Test
    void anEndThatIsNotWrittenIsToldAndStaysTheEnd() {
        CompletableFuture<NodeOutcome> end = waiting("Ledger.ended", 1, FailureType.AMBIGUOUS);

        open().hold(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(open().view().state()).isEqualTo("in-service");
        assertThat(open().view().journal())
                .anyMatch(line -> line.startsWith("the ledger does not know this end: Release: fault BEFORE"));
    }

    @Test
    void aNodeWhoseReasonCannotBeWrittenOnItIsHeldAllTheSame() {
        node.row = "D2";
        CompletableFuture<NodeOutcome> end = waiting("Nodes.hold", 1, FailureType.AMBIGUOUS);

        open().hold(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
        assertThat(open().view().journal())
                .anyMatch(line -> line.startsWith(
                        "the node is cordoned, its reason could not be written on it: Hold: fault BEFORE"));
    }

    @Test
    void whenTheSoakCannotBeReadTheNodeIsCordonedAgainAndNeverRolledBackUnderWork() {
        CompletableFuture<NodeOutcome> end = waiting("Gates.sinceReadmission", 1, FailureType.STEP_FAILED);

        assertThat(open().view().choices()).containsExactly("retry", "hold");

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.running).isEqualTo("pin");
    }

    @Test
    void nothingIsLeftToDecideWhileNoStepWaits() {
        List<Throwable> refused = new ArrayList<>();
        node.onCall = call -> {
            if (call.equals("Packages.converge#1")) {
                refused.add(catchThrowable(() -> open().retry(WHO)));
                refused.add(catchThrowable(() -> open().rollBack(WHO)));
                refused.add(catchThrowable(() -> open().hold(WHO)));
                refused.add(catchThrowable(() -> open().accept(WHO)));
            }
        };

        assertThat(bench.imageDrift(node).run(Bench.trigger(node)).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(refused)
                .hasSize(4)
                .allSatisfy(why -> assertThat(why).hasStackTraceContaining("no step waits for a decision now"));
    }
}
