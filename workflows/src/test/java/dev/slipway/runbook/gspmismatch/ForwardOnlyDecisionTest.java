package dev.slipway.runbook.gspmismatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A runbook that goes forward only has nothing to roll back to: nobody is offered that, and nobody is told of it. */
class ForwardOnlyDecisionTest {
    private static final Who WHO = new Who("on-call", "looked at it");

    private final Bench bench = new Bench().start();
    private final FakeNode node = GspMismatchRunbookTest.failing(bench.node("gpu-1"), "W13");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private GspMismatch failing() {
        IntStream.rangeClosed(1, 9)
                .forEach(n -> node.faults.add(
                        new Fault("Packages.reinstall", n, Fault.When.BEFORE, FailureType.STEP_FAILED)));
        GspMismatch run = bench.gspMismatch(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.ALERT));
        return run;
    }

    private static NodeOutcome end(GspMismatch run) {
        return WorkflowStub.fromTyped(run).getResult(NodeOutcome.class);
    }

    private String detailsOnceAsked(GspMismatch run) {
        while (run.view().choices().isEmpty()) {
            assertThat(node.outcome).as("ended without a question").isEmpty();
            bench.engine.sleep(Duration.ofSeconds(5));
        }
        return bench.details(node.ref.workflowId());
    }

    @Test
    void offersRetryAndHoldAndHoldsWhereNobodyDecides() {
        GspMismatch run = failing();

        assertThat(detailsOnceAsked(run))
                .contains("what you decide; if nobody does, hold at ")
                .contains("update or signal retry, hold before ");
        assertThat(node.told).singleElement().asString().contains("choices: retry, hold,");
        assertThatThrownBy(() -> run.rollBack(WHO))
                .hasStackTraceContaining("this step can only be decided by retry, hold");
        NodeOutcome outcome = end(run);
        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(run.view().journal()).contains("nobody decided in time: hold");
        assertThat(node.notes).noneMatch(note -> note.why().contains("rollBack"));
    }

    @Test
    void anAbortSaysThatTheNodeIsHeld() {
        GspMismatch run = failing();
        detailsOnceAsked(run);

        assertThat(run.abort(WHO)).isEqualTo("the run stops at the next safe point, and the node is held");
        assertThat(end(run).outcome()).isEqualTo(Outcome.HELD);
    }
}
