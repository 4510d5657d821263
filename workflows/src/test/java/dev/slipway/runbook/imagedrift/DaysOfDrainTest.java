package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that end by themselves may take days: the run sleeps on timers of the engine, and looks between them. */
class DaysOfDrainTest {
    private static final int HALF_HOURS_OF_THREE_DAYS = 144;
    /** Not on a look: what is asked then would meet a run in the middle of its answer. */
    private static final Duration BETWEEN_TWO_LOOKS = Duration.ofHours(30).plusMinutes(10);

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private WorkflowStub start(Duration drainTimeout) {
        NodePolicy usual = Bench.policy(false);
        NodePolicy policy = new NodePolicy(
                drainTimeout,
                usual.capacityTimeout(),
                usual.soak(),
                usual.decide(),
                usual.decideTimeout(),
                usual.stepRetries(),
                usual.convergeBy(),
                usual.blocked());
        ImageDrift run = bench.imageDrift(node);
        WorkflowClient.start(run::run, Bench.trigger(node, policy, Reason.DRIFT_FOUND));
        return WorkflowStub.fromTyped(run);
    }

    @Test
    void sleepsForDaysSaysWhoIsOnTheNodeAndGoesOnWhenTheJobHasEnded() {
        node.jobLooks = HALF_HOURS_OF_THREE_DAYS;
        WorkflowStub run = start(Duration.ofDays(7));
        bench.engine.sleep(BETWEEN_TWO_LOOKS);

        assertThat(details())
                .contains("- where it is: Drain")
                .contains("- why it waits: job 12 of alice RUNNING; being emptied since 1970-01-01T00:00:00Z");
        assertThat(node.calls).doesNotContain("Packages.converge");

        assertThat(run.getResult(NodeOutcome.class).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls.stream().filter("Nodes.drain"::equals)).hasSize(HALF_HOURS_OF_THREE_DAYS + 1);
    }

    @Test
    void whatAnActivitySaysOfItsWaitingStandsInTheDetailsWhileItsOwnStepRuns() {
        node.jobLooks = HALF_HOURS_OF_THREE_DAYS;
        WorkflowStub run = start(Duration.ofDays(7));
        bench.engine.sleep(BETWEEN_TWO_LOOKS);

        run.signal("waits", Step.DRAIN.id(), "pod ml/train-7 (Job ml/train-7): PDB ml/train allows 0 of 4");
        assertThat(details()).contains("- why it waits: pod ml/train-7 (Job ml/train-7): PDB ml/train allows 0 of 4");

        run.signal("waits", Step.REBOOT.id(), "told too late");
        assertThat(details()).doesNotContain("told too late");
    }

    private String details() {
        return bench.details(node.ref.workflowId());
    }

    @Test
    void endsUntouchedWhenThePolicysTimeIsOver() {
        node.jobLooks = HALF_HOURS_OF_THREE_DAYS;

        NodeOutcome outcome = start(Duration.ofDays(1)).getResult(NodeOutcome.class);

        assertThat(outcome.toString()).startsWith("UNTOUCHED(Drain: job 12 of alice RUNNING");
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void stopsAtOnceWhenSomebodyAborts() {
        node.jobLooks = HALF_HOURS_OF_THREE_DAYS;
        WorkflowStub run = start(Duration.ofDays(7));
        bench.engine.sleep(BETWEEN_TWO_LOOKS);
        int looks = node.calls.size();

        bench.client().newWorkflowStub(ImageDrift.class, node.ref.workflowId()).abort(new Who("on-call", "not now"));

        assertThat(run.getResult(NodeOutcome.class).outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls.subList(looks, node.calls.size())).doesNotContain("Nodes.drain", "Packages.converge");
        assertThat(node.asFound()).isTrue();
    }
}
