package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tracks the node runs of a wave that are in flight. */
final class WaveNodes {
    private final WavePlan plan;
    private final List<NodeRef> inFlight = new ArrayList<>();

    WaveNodes(WavePlan plan) {
        this.plan = plan;
    }

    /** Describes a run that has closed: with its outcome, or with the failure that the engine reports. */
    record Ended(
            Optional<NodeOutcome> outcome, Optional<RuntimeException> failure, Promise<WorkflowExecution> started) {

        /** Returns whether it never began, because another run holds the node. */
        boolean busy() {
            return failure.filter(f -> f instanceof ChildWorkflowFailure
                            && f.getCause() instanceof WorkflowExecutionAlreadyStarted)
                    .isPresent();
        }

        /** Returns the run; empty if it could not be started. */
        Optional<String> runId() {
            return started.isCompleted() && started.getFailure() == null
                    ? Optional.of(started.get().getRunId())
                    : Optional.empty();
        }

        /** Returns why it closed without a result, as the engine reports it. */
        String closedBy() {
            return failure.map(Failures::text).orElse("");
        }
    }

    int inFlight() {
        return inFlight.size();
    }

    /** Starts a run; the promise completes when it has closed, in any way. */
    Promise<Ended> start(Trigger trigger) {
        ChildWorkflowStub child = Workflow.newUntypedChildWorkflowStub(
                plan.workflowType(),
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(trigger.node().workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary(trigger.node().name() + " towards " + trigger.goal())
                        .setTypedSearchAttributes(SearchKeys.of(trigger, SearchKeys.slug(plan.workflowType())))
                        .build());
        inFlight.add(trigger.node());
        Promise<NodeOutcome> end = child.executeAsync(NodeOutcome.class, trigger);
        Promise<WorkflowExecution> started = child.getExecution();
        return end.handle((outcome, failure) -> {
            inFlight.remove(trigger.node());
            return new Ended(Optional.ofNullable(outcome), Optional.ofNullable(failure), started);
        });
    }

    /**
     * Tells each run in flight to stop at its next safe point. By the node's id: a run that went to another runbook
     * goes on under it. One that has just closed needs no word.
     */
    void stop(String why) {
        String wave = Workflow.getInfo().getWorkflowId();
        Promise.allOf(inFlight.stream().map(node -> notified(node, wave, why)).toList())
                .get();
    }

    private static Promise<Void> notified(NodeRef node, String wave, String why) {
        return Async.procedure(() -> {
            try {
                Workflow.newUntypedExternalWorkflowStub(node.workflowId()).signal("stop", wave, why);
            } catch (TemporalFailure closed) {
                return;
            }
        });
    }
}
