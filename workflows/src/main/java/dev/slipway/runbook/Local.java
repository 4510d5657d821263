package dev.slipway.runbook;

import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Local activities: quick, safe to repeat, run by the worker that has the workflow task. */
public final class Local {
    private Local() {}

    /** A stub whose calls take at most ten seconds and are tried for a minute. */
    public static <T> T stub(Class<T> type) {
        return Workflow.newLocalActivityStub(
                type,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(10))
                        .setScheduleToCloseTimeout(Duration.ofMinutes(1))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofMillis(200))
                                .build())
                        .build());
    }
}
