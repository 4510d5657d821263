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
import dev.slipway.model.node.NodeState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The driver writes a line that nobody knows: a person accepts it once for the baseline, rolls back, or holds. */
class UnknownLinesTest {
    private static final String LINE = "NVRM: the sun is # degrees warm";
    private static final String OTHER = "nvidia #: and the moon is cold";
    private static final Who WHO = new Who("on-call", "the release notes say so");
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private static void writes(FakeNode node, String... lines) {
        node.driver.writes.put("pin", List.of(lines));
    }

    private CompletableFuture<NodeOutcome> started(FakeNode on, boolean decide) {
        ImageDrift run = bench.imageDrift(on);
        WorkflowClient.start(run::run, Bench.trigger(on, Bench.policy(decide), Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class);
    }

    private CompletableFuture<NodeOutcome> asked(FakeNode on) {
        CompletableFuture<NodeOutcome> end = started(on, true);
        untilItWaits(on);
        return end;
    }

    private ImageDrift open(FakeNode on) {
        return bench.client().newWorkflowStub(ImageDrift.class, on.ref.workflowId());
    }

    private void untilItWaits(FakeNode on) {
        while (!open(on).view().state().equals("DECISION")) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }
    }

    @Test
    void isNamedOnceEveryGateHasPassed() {
        writes(node, LINE, OTHER);
        CompletableFuture<NodeOutcome> end = asked(node);

        RunView view = open(node).view();
        assertThat(view.why()).contains("G3", LINE, OTHER, FakeNode.PIN.toString());
        assertThat(view.choices()).containsExactly("rollBack", "hold", "accept");
        assertThat(node.calls).contains("Diagnostics.nccl", "Nodes.smoke").doesNotContain("Nodes.readmit");
        assertThat(node.told).singleElement().asString().startsWith("DECISION").contains(LINE, "accept");
        assertThatThrownBy(() -> open(node).accept(new Who("", ""))).hasStackTraceContaining("say who you are and why");
        assertThatThrownBy(() -> open(node).retry(WHO)).hasStackTraceContaining("can only be decided by");
        open(node).hold(WHO);
        end.join();
    }

    @Test
    void acceptedItIsKeptForTheBaselineAndTheNodeReadAgain() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);

        open(node).accept(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(bench.ledger.knownLines(FakeNode.PIN)).containsEntry(LINE, WHO);
        assertThat(node.calls.subList(node.calls.indexOf("Ledger.acceptLines"), node.calls.indexOf("Nodes.readmit")))
                .contains("Nodes.facts");
        assertThat(node.notes)
                .anyMatch(note ->
                        note.state() == NodeState.VERIFYING && note.why().contains("accept by on-call (the release"));
    }

    @Test
    void aSignalAcceptsAsTheUpdateDoes() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);

        WorkflowStub.fromTyped(open(node)).signal("accept", WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void anAcceptedLineIsAskedOnNoOtherNode() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);
        open(node).accept(WHO);
        end.join();
        FakeNode second = bench.node("gpu-2");
        writes(second, LINE);

        assertThat(started(second, true).join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(second.told).noneMatch(told -> told.startsWith("DECISION"));
    }

    @Test
    void aNodeThatWaitsAlreadyGoesOnByItself() {
        FakeNode second = bench.node("gpu-2");
        writes(node, LINE);
        writes(second, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);
        CompletableFuture<NodeOutcome> other = asked(second);

        open(node).accept(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(other.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(second.calls).doesNotContain("Ledger.acceptLines");
    }

    @Test
    void aLineThatComesWhileOneIsDecidedIsAskedToo() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);
        writes(node, LINE, OTHER);
        open(node).accept(WHO);
        untilItWaits(node);

        assertThat(open(node).view().why()).contains(OTHER).doesNotContain(LINE);
        open(node).accept(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void rolledBackTheNodeIsProvenAsItWas() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);

        open(node).rollBack(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.join().reason()).contains(LINE, "rollBack by on-call");
        assertThat(bench.ledger.knownLines(FakeNode.PIN)).isEmpty();
    }

    @Test
    void onTheWayBackItIsAcceptedOrHeld() {
        node.driver.writes.put("previous", List.of(OTHER));
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);
        open(node).rollBack(WHO);
        untilItWaits(node);

        assertThat(open(node).view().choices()).containsExactly("hold", "accept");
        open(node).accept(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(bench.ledger.knownLines(FakeNode.PREVIOUS)).containsOnlyKeys(OTHER);
    }

    @Test
    void heldTheNodeStaysOut() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);

        open(node).hold(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.heldReason).contains(LINE, "hold by on-call");
    }

    @Test
    void atTheDeadlineTheNodeIsHeldAndNothingUndone() {
        writes(node, LINE);

        assertThat(started(node, true).join().outcome()).isEqualTo(Outcome.HELD);

        assertThat(node.heldReason).contains(LINE, "nobody decided in time");
        assertThat(node.boots).isEqualTo(2);
    }

    @Test
    void whereNobodyIsAskedTheNodeIsHeld() {
        writes(node, LINE);

        assertThat(started(node, false).join().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.heldReason).contains(LINE);
    }

    @Test
    void anAbortRollsBackWhileItIsAsked() {
        writes(node, LINE);
        CompletableFuture<NodeOutcome> end = asked(node);

        open(node).abort(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.join().reason()).contains("aborted by on-call");
    }

    @Test
    void aFailedGateComesFirst() {
        writes(node, LINE);
        node.badDiag.add("pin");

        assertThat(started(node, true).join().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.calls).doesNotContain("Gates.unknownLines");
    }

    @Test
    void aLedgerThatIsAwayIsWaitedForWithTheAnswer() {
        writes(node, LINE);
        node.faults.add(new Fault("Ledger.acceptLines", 1, Fault.When.BEFORE, FailureType.LEDGER_UNAVAILABLE));
        CompletableFuture<NodeOutcome> end = asked(node);

        open(node).accept(WHO);

        assertThat(end.join().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(bench.ledger.knownLines(FakeNode.PIN)).containsOnlyKeys(LINE);
    }
}
