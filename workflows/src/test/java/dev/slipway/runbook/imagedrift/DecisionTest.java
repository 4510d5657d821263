package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.frame.RunView;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A step that failed for good waits for a person: retry, roll back, hold, or the deadline. */
class DecisionTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private void convergeFails(FailureType type) {
        IntStream.rangeClosed(1, 2)
                .forEach(n -> node.faults.add(new Fault("Packages.converge", n, Fault.When.BEFORE, type)));
    }

    /** Fails as if it might pass, so many times. */
    private void transientAt(String method, int times) {
        IntStream.rangeClosed(1, times)
                .forEach(n -> node.faults.add(new Fault(method, n, Fault.When.BEFORE, FailureType.TRANSIENT)));
    }

    private CompletableFuture<NodeOutcome> started() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class);
    }

    private ImageDrift open() {
        return bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId());
    }

    private void untilItWaits() {
        while (!open().view().state().equals("DECISION")) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }
    }

    @Test
    void namesStepErrorChoicesAndDeadline() {
        convergeFails(FailureType.STEP_FAILED);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        RunView view = open().view();
        assertThat(view.step()).isEqualTo("Converge packages");
        assertThat(view.why()).contains("fault BEFORE Packages.converge");
        assertThat(view.choices()).containsExactly("retry", "rollBack", "hold");
        assertThat(view.decideBy()).isNotBlank();
        open().hold(WHO);
        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
    }

    @Test
    void retryCallsTheStepAgainAsANewAttempt() {
        convergeFails(FailureType.STEP_FAILED);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        open().retry(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.transactions.keySet()).singleElement().asString().endsWith("/converge-3");
    }

    @Test
    void rollBackUndoesAndProves() {
        convergeFails(FailureType.STEP_FAILED);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        open().rollBack(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
    }

    @Test
    void aSignalRollsBackAsTheUpdateDoes() {
        convergeFails(FailureType.STEP_FAILED);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        WorkflowStub.fromTyped(open()).signal("rollBack", WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
    }

    @Test
    void atTheDeadlineAKnownFailureRollsBack() {
        convergeFails(FailureType.STEP_FAILED);

        assertThat(started().join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
    }

    @Test
    void atTheDeadlineAnUnknownStateIsHeld() {
        convergeFails(FailureType.AMBIGUOUS);

        assertThat(started().join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void aDecisionThatFitsNothingIsRefusedWithWhatWouldFit() {
        convergeFails(FailureType.STEP_FAILED);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        assertThatThrownBy(() -> open().retry(new Who("", ""))).hasStackTraceContaining("say who you are and why");
        open().hold(WHO);
        end.join();
        assertThat(node.heldReason).contains("fault BEFORE");
    }

    @Test
    void aSignalThatFitsNothingIsJournalledAndDropped() {
        convergeFails(FailureType.STEP_FAILED);
        node.onCall = call -> {
            if (call.equals("Nodes.drain#1")) {
                WorkflowStub.fromTyped(open()).signal("hold", WHO);
            }
        };
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        assertThat(open().view().journal())
                .anyMatch(line -> line.contains("signal hold by on-call") && line.contains("dropped"));
        WorkflowStub.fromTyped(open()).signal("retry", WHO);
        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void aFailureThatMayPassIsTriedAgainByItselfUnderTheSameNumber() {
        transientAt("Packages.converge", 30);

        assertThat(started().join().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.transactions.keySet()).singleElement().asString().endsWith("/converge-1");
        assertThat(node.told).singleElement().asString().startsWith("DECISION").contains("tried again by itself");
    }

    @Test
    void aFailureThatMayPassHoldsAtItsDeadlineAndUndoesNothing() {
        transientAt("Diagnostics.nccl", 500);

        assertThat(started().join().outcome()).isEqualTo(Outcome.HELD);

        assertThat(node.boots).isEqualTo(2);
        assertThat(node.unschedulable).isTrue();
        assertThat(node.heldReason).contains("fault BEFORE Diagnostics.nccl");
    }

    @Test
    void aPersonMayDecideWhileItIsTriedAgain() {
        transientAt("Diagnostics.nccl", 500);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        assertThat(open().view().choices()).containsExactly("retry", "rollBack", "hold");
        open().rollBack(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
    }

    @Test
    void whatAPersonDecidesWhileItIsTriedAgainIsDone() {
        transientAt("Packages.converge", 60);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        open().rollBack(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.join().reason()).endsWith("; rollBack by on-call (looked at it)");
    }

    @Test
    void anAbortWhileItIsTriedAgainRollsBack() {
        transientAt("Packages.converge", 60);
        CompletableFuture<NodeOutcome> end = started();
        untilItWaits();

        node.faults.clear();
        open().abort(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(open().view().journal()).contains("aborted by on-call (looked at it): rollBack");
    }
}
