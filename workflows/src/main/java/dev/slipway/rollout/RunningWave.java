package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.SearchKeys;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Holds the wave of a rollout that runs now. Decisions of people are passed on to it; while it starts, they wait until
 * it has started. After it has closed, nothing is passed on. No end of a wave ends its rollout.
 */
final class RunningWave {
    private static final String PAUSED = "paused";

    private final WorkflowLock pausing = Workflow.newWorkflowLock();
    private Optional<Wave> wave = Optional.empty();
    private Optional<WaveResult> cancelled = Optional.empty();
    private boolean starting;

    /** Holds how a wave ended: whether it had begun, its result if known, and else why there is none. */
    record End(boolean begun, Optional<WaveResult> result, String lost) {

        static End with(WaveResult result) {
            return new End(true, Optional.of(result), "");
        }

        static End without(boolean begun, String lost) {
            return new End(begun, Optional.empty(), lost);
        }
    }

    /** Runs a wave to its end. {@code once} is done when it has started. */
    End run(RolloutPlan of, WavePlan next, Runnable once) {
        Wave started = Workflow.newChildWorkflowStub(
                Wave.class,
                ChildWorkflowOptions.newBuilder()
                        .setWorkflowId(next.workflowId())
                        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL)
                        .setStaticSummary("wave " + next.number() + " of " + of.change())
                        .setTypedSearchAttributes(
                                SearchKeys.ofRollout(of.fleet(), SearchKeys.slug(of.workflowType()), of.change()))
                        .build());
        String name = "wave " + next.number();
        cancelled = Optional.empty();
        starting = true;
        Promise<WaveResult> end = Async.function(started::run, next);
        try {
            Workflow.getWorkflowExecution(started).get();
            wave = Optional.of(started);
        } catch (TemporalFailure notStarted) {
            return End.without(false, notStarted(name, next, notStarted));
        } finally {
            starting = false;
        }
        once.run();
        try {
            return End.with(end.get());
        } catch (ChildWorkflowFailure closed) {
            return cancelled
                    .map(End::with)
                    .orElseGet(() -> End.without(
                            true,
                            name + " was closed by force: its nodes in flight stop at their next safe point and roll "
                                    + "back (" + Failures.text(closed) + "); how each of them ended: "
                                    + "slipway rollout status " + of.change()));
        } finally {
            wave = Optional.empty();
        }
    }

    private static String notStarted(String name, WavePlan next, TemporalFailure failure) {
        return failure.getCause() instanceof WorkflowExecutionAlreadyStarted
                ? name + " of an earlier rollout of this name is still open: wait until " + next.workflowId()
                        + " has closed, then start a rollout again"
                : name + " could not be started: " + Failures.text(failure);
    }

    /**
     * Takes the report of a cancelled wave on its progress, since the engine drops its result; returns false if no wave
     * runs.
     */
    boolean cancelled(WaveResult result) {
        if (wave.isPresent() || starting) {
            cancelled = Optional.of(result);
            return true;
        }
        return false;
    }

    /**
     * Tells the wave whether the rollout is paused when the signal is sent, which the wave has when this returns. One
     * after the other: two signals that are under way together may arrive the other way round.
     */
    void passPaused(BooleanSupplier paused, boolean waits) {
        if (pausing.isHeld() && !oneByOne()) {
            pass(PAUSED, paused.getAsBoolean(), waits);
            return;
        }
        pausing.lock();
        try {
            pass(PAUSED, paused.getAsBoolean(), waits);
        } finally {
            pausing.unlock();
        }
    }

    /** Returns whether signals are passed on one by one; rollouts that began before this change go on as they began. */
    private static boolean oneByOne() {
        return Workflow.getVersion("pauses-one-by-one", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    /**
     * Sends a signal to the wave, which has it when this returns; where {@code waits}, one that starts is waited for.
     */
    void pass(String signal, Object input, boolean waits) {
        if (waits) {
            Workflow.await(() -> !starting);
        }
        try {
            wave.ifPresent(w -> ChildWorkflowStub.fromTyped(w).signal(signal, input));
        } catch (TemporalFailure over) {
            // It has closed and starts nothing more; what holds is looked at again before the next one starts.
            return;
        }
    }
}
