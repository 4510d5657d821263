package dev.slipway.frame.engine;

import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Waits inside a workflow, by its own time and never by a clock, and leaves no timer behind: the engine's own await
 * keeps its timer when the condition wins.
 */
public final class WorkflowTimers {
    /**
     * Protects a call that is about to end by itself: a cancel at that very moment gains nothing, and not every engine
     * handles it.
     */
    private static final Duration LAST_MOMENT = Duration.ofSeconds(10);

    private WorkflowTimers() {}

    /** Returns the time of the workflow, which a replay reads again. */
    public static Instant now() {
        return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }

    /** Waits until {@code condition} or until {@code limit} is over; returns whether the condition holds. */
    public static boolean atMost(Duration limit, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return true;
        }
        CompletablePromise<Boolean> over = Workflow.newPromise();
        CancellationScope timer =
                Workflow.newCancellationScope(() -> Workflow.newTimer(limit).handle((fired, cancelled) -> {
                    over.complete(true);
                    return null;
                }));
        timer.run();
        Workflow.await(() -> condition.getAsBoolean() || over.isCompleted());
        if (!over.isCompleted()) {
            timer.cancel();
        }
        return condition.getAsBoolean();
    }

    /**
     * Returns what {@code call}, of an activity, returns; empty if it was ended because {@code stop} became true. It
     * has ended on the worker, too, when this returns. Use it only for a call that waits for others and leaves nothing
     * half done.
     */
    public static <R> Optional<R> unless(BooleanSupplier stop, Functions.Func<R> call) {
        return unless(stop, () -> true, call);
    }

    /**
     * Does the same; {@code minded} is called once {@code stop} became true, outside any wait, and decides whether the
     * call is ended.
     */
    public static <R> Optional<R> unless(BooleanSupplier stop, BooleanSupplier minded, Functions.Func<R> call) {
        List<Promise<R>> begun = new ArrayList<>();
        CancellationScope scope = Workflow.newCancellationScope(() -> begun.add(Async.function(call)));
        scope.run();
        Promise<R> answer = begun.getFirst();
        Workflow.await(() -> answer.isCompleted() || stop.getAsBoolean());
        boolean stopped = !answer.isCompleted() && minded.getAsBoolean() && !atMost(LAST_MOMENT, answer::isCompleted);
        if (stopped) {
            scope.cancel();
        }
        try {
            return Optional.of(answer.get());
        } catch (ActivityFailure failure) {
            if (stopped) {
                return Optional.empty();
            }
            throw failure;
        }
    }
}
