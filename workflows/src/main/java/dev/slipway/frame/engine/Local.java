package dev.slipway.frame.engine;

import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Makes stubs of local activities: quick, safe to repeat, and run by the worker that has the workflow task. */
public final class Local {
    private static final Duration ONE_TRY = Duration.ofSeconds(10);

    private Local() {}

    /** Returns a stub whose calls take at most ten seconds and are tried for a minute. */
    public static <T> T stub(Class<T> type) {
        return Workflow.newLocalActivityStub(
                type,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(ONE_TRY)
                        .setScheduleToCloseTimeout(Duration.ofMinutes(1))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofMillis(200))
                                .build())
                        .build());
    }

    /**
     * Returns a stub for what must be written eventually: it is tried for a day. Pauses of more than a few seconds are
     * timers of the engine, so that waiting occupies no worker.
     */
    public static <T> T patient(Class<T> type) {
        return Workflow.newLocalActivityStub(
                type,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(ONE_TRY)
                        .setScheduleToCloseTimeout(Duration.ofDays(1))
                        .setLocalRetryThreshold(Duration.ofSeconds(1))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofMillis(200))
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .build())
                        .build());
    }
}
