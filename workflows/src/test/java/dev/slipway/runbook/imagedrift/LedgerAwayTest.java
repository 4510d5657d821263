package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ledger that is away for longer than any step is tried: nobody is asked, nothing is undone, nothing happens twice. */
class LedgerAwayTest {
    /** More than twice the attempts that any port makes by itself. */
    private static final int LONG = 30;

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private void away(String method, Fault.When when) {
        IntStream.rangeClosed(1, LONG)
                .forEach(n -> node.faults.add(new Fault(method, n, when, FailureType.LEDGER_UNAVAILABLE)));
    }

    private ImageDrift started() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return run;
    }

    private static NodeOutcome end(ImageDrift run) {
        return WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
    }

    @Test
    void aTransactionThatCouldNotBeNotedIsJoinedAndNotBegunAgain() {
        away("Packages.converge", Fault.When.AFTER);

        assertThat(end(started()).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.transactions.keySet()).singleElement().asString().endsWith("/converge-1");
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.notes).extracting(NodeNote::state).doesNotContain(NodeState.DECISION);
    }

    @Test
    void aReadmissionWaitsForTheLedgerInsteadOfHoldingTheNode() {
        away("Nodes.readmit", Fault.When.BEFORE);

        assertThat(end(started()).outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void aNodeWhoseReadmissionWaitsForTheLedgerHasNothingLeftToAbort() {
        away("Nodes.readmit", Fault.When.BEFORE);
        ImageDrift run = started();
        while (!run.view().why().contains("when the ledger is back")) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }

        assertThatThrownBy(() -> run.abort(new Who("on-call", "too late"))).hasStackTraceContaining("being readmitted");
        assertThat(end(run).outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void theRunSaysThatItWaitsForTheLedger() {
        away("Nodes.facts", Fault.When.BEFORE);
        ImageDrift run = started();
        while (run.view().why().isBlank()) {
            bench.engine.sleep(Duration.ofSeconds(5));
        }

        assertThat(run.view().why()).contains("goes on by itself when the ledger is back");
        assertThat(run.view().choices()).isEmpty();
        assertThat(end(run).outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void whatCouldNotBeWrittenWhileItWaitsIsWrittenOnceTheLedgerIsBack() {
        node.notesRefused.set(LONG / 2);

        assertThat(end(started()).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.notes).extracting(NodeNote::step).contains(Step.CAPACITY.id(), Step.SOAK.id());
    }
}
