package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a person reads of a run in the engine's own window. */
class DetailsTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private WorkflowStub start() {
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(true), Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run);
    }

    private String details() {
        return bench.details(node.ref.workflowId());
    }

    @Test
    void aRunThatWaitsForADecisionSaysWhereWhyAndWhatCanBeDone() {
        node.faults.add(new Fault("Packages.converge", 1, Fault.When.BEFORE, FailureType.AMBIGUOUS));
        WorkflowStub run = start();
        bench.engine.sleep(Duration.ofMinutes(1));

        assertThat(details())
                .startsWith("**image-drift on ")
                .contains("- where it is: Converge packages (DECISION)")
                .contains("- why it waits: Converge packages: fault BEFORE Packages.converge")
                .contains("- what is next: what you decide; if nobody does, hold at ")
                .contains("- what you can do: update or signal retry, rollBack, hold before ");

        bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId()).retry(WHO);
        run.getResult(Object.class);
    }

    @Test
    void aRunThatWaitsForTheBudgetSaysSo() {
        node.capacity = false;
        WorkflowStub run = start();
        bench.engine.sleep(Duration.ofMinutes(1));

        assertThat(details()).contains("- why it waits: budget of r1").contains("`abort`");
        assertThat(node.notes).anyMatch(note -> note.why().contains("waits for the budget of r1"));

        run.getResult(Object.class);
    }

    @Test
    void aRunThatEndedTellsItsWholeStory() {
        start().getResult(Object.class);

        assertThat(details())
                .contains("row D17")
                .contains("capacity granted by r1")
                .containsSubsequence("Cordon – done", "Drain – done", "G7 pass", "Readmit – done", "ended CONVERGED");
    }
}
