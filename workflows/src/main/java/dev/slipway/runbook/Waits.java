package dev.slipway.runbook;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting with a limit, leaving no timer behind: the engine's own await keeps its timer when the condition wins. */
public final class Waits {
    private Waits() {}

    /** Waits until {@code condition} or until {@code limit} is over; says whether the condition holds. */
    public static boolean atMost(Duration limit, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return true;
        }
        CompletablePromise<Boolean> over = Workflow.newPromise();
        CancellationScope timer = Workflow.newCancellationScope(
                () -> Workflow.newTimer(limit).handle((fired, cancelled) -> over.complete(cancelled == null)));
        timer.run();
        Workflow.await(() -> condition.getAsBoolean() || over.isCompleted());
        if (!over.isCompleted()) {
            timer.cancel();
        }
        return condition.getAsBoolean();
    }

    /** {@code time} as a person says it: {@code 45 s}, {@code 10 min}, {@code 1 h 30 min}. */
    static String words(Duration time) {
        if (time.toSeconds() < 60) {
            return time.toSeconds() + " s";
        }
        String minutes = time.toMinutesPart() == 0 ? "" : time.toMinutesPart() + " min";
        return (time.toHours() == 0 ? minutes : time.toHours() + " h " + minutes).strip();
    }
}
