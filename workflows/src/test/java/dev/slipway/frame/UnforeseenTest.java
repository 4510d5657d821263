package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the engine reports, and wherever: no node is left out of service without an end that people hear of. */
class UnforeseenTest {
    private static final Set<Unforeseen.Kind> REPORTED = EnumSet.complementOf(EnumSet.of(Unforeseen.Kind.BUG));
    private final Bench bench = new Bench();

    UnforeseenTest() {
        bench.worker.registerWorkflowImplementationTypes(UnforeseenRunbook.class);
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private WorkflowStub start(FakeNode node, Unforeseen.Place place, Unforeseen.Kind kind) {
        Unforeseen run = bench.client()
                .newWorkflowStub(
                        Unforeseen.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build());
        WorkflowClient.start(
                run::run,
                Bench.trigger(
                        node,
                        Bench.policy(false),
                        Reason.DRIFT_FOUND,
                        new Trigger.Options(false, Optional.of(place + "/" + kind), "r1", Optional.empty())));
        return WorkflowStub.fromTyped(run);
    }

    @ParameterizedTest
    @EnumSource(Unforeseen.Place.class)
    void i3_aFailureThatTheEngineReportsHoldsTheNodeAndTells(Unforeseen.Place place) {
        for (Unforeseen.Kind kind : REPORTED) {
            FakeNode node = bench.node("gpu-" + kind);

            NodeOutcome outcome = start(node, place, kind).getResult(NodeOutcome.class);

            String said = kind + " at " + place + " → " + outcome;
            assertThat(node.outcome).as(said).contains(outcome);
            assertThat(node.violations).as(said).isEmpty();
            if (place == Unforeseen.Place.PRE_CHECKS) {
                assertThat(outcome.outcome()).as(said).isEqualTo(Outcome.UNTOUCHED);
                assertThat(node.asFound()).as(said).isTrue();
                continue;
            }
            assertThat(outcome.outcome().out()).as(said).isTrue();
            assertThat(node.unschedulable).as(said).isTrue();
            assertThat(node.heldReason).as(said).isNotBlank();
            assertThat(node.told).as(said).isNotEmpty();
            assertThat(node.givenBack)
                    .as(said + ": leave of service given back")
                    .isEqualTo(node.asked);
        }
    }

    @Test
    void aDefectOfOursFailsTheWorkflowTaskAndTheRunGoesOnOnceItIsMended() {
        FakeNode node = bench.node("gpu-1");

        NodeOutcome outcome =
                start(node, Unforeseen.Place.VERIFY, Unforeseen.Kind.BUG).getResult(NodeOutcome.class);

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(bench.client().fetchHistory(node.ref.workflowId()).getEvents())
                .anyMatch(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
        assertThat(node.violations).isEmpty();
    }
}
