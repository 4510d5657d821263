package dev.slipway.runbook;

import dev.slipway.model.FailureType;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * A port with stated limits: how long one attempt may take, how often it is tried when the failure may pass, and how
 * soon a worker that died is noticed. {@code mostRepeats} bounds what policy says about a step that is known to have
 * failed. Each call gets a stub of its own, so that the step's title is the activity's summary.
 */
public record Port<T>(Class<T> type, Duration attempt, int attempts, Duration heartbeat, int mostRepeats) {
    /** A worker that died is noticed after this long; with the pause before the next attempt a run goes on within half a minute. */
    private static final Duration MISSED = Duration.ofSeconds(20);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Reads and small writes: two minutes an attempt, six attempts. */
    public static <T> Port<T> quick(Class<T> type) {
        return new Port<>(type, Duration.ofMinutes(2), 6, MISSED, Integer.MAX_VALUE);
    }

    /** What must be written in the end: tried for a day. */
    public static <T> Port<T> patient(Class<T> type) {
        return new Port<>(type, Duration.ofMinutes(2), 2_880, MISSED, Integer.MAX_VALUE);
    }

    /** Work on the node that an attempt follows by heartbeat and joins again after a worker died. */
    public static <T> Port<T> lasting(Class<T> type, Duration attempt) {
        return new Port<>(type, attempt, 12, MISSED, Integer.MAX_VALUE);
    }

    /** The same, tried so often when the failure may pass. */
    public Port<T> tried(int times) {
        return new Port<>(type, attempt, times, heartbeat, mostRepeats);
    }

    /** The same, but a step that is known to have failed is tried at most once more, whatever policy says. */
    public Port<T> repeatedOnce() {
        return new Port<>(type, attempt, attempts, heartbeat, 1);
    }

    /**
     * The stub for one call. {@code summary} is what a person reads in the timeline, {@code queue} where the workers of the
     * fleet's site listen; empty for the run's own.
     */
    T stub(String summary, Optional<String> queue) {
        RetryOptions tries = retries().setMaximumAttempts(attempts).build();
        return Workflow.newActivityStub(
                type,
                options(summary, queue)
                        .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                        .setRetryOptions(tries)
                        .build());
    }

    /**
     * The stub for a read that is tried for {@code most} while it fails as {@code kind}, and until it is cancelled. The tries
     * write no events.
     */
    T outlasting(FailureType kind, String summary, Optional<String> queue, Duration most) {
        RetryOptions tries = retries().setDoNotRetry(kind.otherNames()).build();
        return Workflow.newActivityStub(
                type,
                options(summary, queue)
                        .setCancellationType(ActivityCancellationType.TRY_CANCEL)
                        .setScheduleToCloseTimeout(most)
                        .setRetryOptions(tries)
                        .build());
    }

    private static RetryOptions.Builder retries() {
        return RetryOptions.newBuilder().setInitialInterval(FIRST_PAUSE).setMaximumInterval(LONGEST_PAUSE);
    }

    private ActivityOptions.Builder options(String summary, Optional<String> queue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        queue.ifPresent(options::setTaskQueue);
        return options.setStartToCloseTimeout(attempt)
                .setHeartbeatTimeout(heartbeat)
                .setSummary(summary);
    }
}
