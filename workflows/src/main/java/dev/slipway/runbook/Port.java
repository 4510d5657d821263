package dev.slipway.runbook;

import dev.slipway.model.FailureType;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A port with stated limits: how long one attempt may take, how often it is tried when the failure may pass, and how
 * soon a worker that died is noticed. {@code mostRepeats} bounds what policy says about a step that is known to have failed. {@code endsAtStop}: the caller itself
 * ends a call that waits for others, and an activity of it leaves nothing half done. Each call gets a stub of its own, so that the step's title is the activity's summary.
 */
public record Port<T>(
        Class<T> type, Duration attempt, int attempts, Duration heartbeat, int mostRepeats, boolean endsAtStop) {
    /** A worker that died is noticed after this long; with the pause before the next attempt a run goes on within half a minute. */
    private static final Duration MISSED = Duration.ofSeconds(20);

    /** The name by which Temporal's server knows an attempt that ran into its time-out. */
    private static final String OVERTIME = "TemporalTimeout:StartToClose";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Reads and small writes: two minutes an attempt, six attempts. */
    public static <T> Port<T> quick(Class<T> type) {
        return new Port<>(type, Duration.ofMinutes(2), 6, MISSED, Integer.MAX_VALUE, false);
    }

    /** What must be written in the end: tried for a day. */
    public static <T> Port<T> patient(Class<T> type) {
        return new Port<>(type, Duration.ofMinutes(2), 2_880, MISSED, Integer.MAX_VALUE, false);
    }

    /** Work on the node that an attempt follows by heartbeat and joins again after a worker died. */
    public static <T> Port<T> lasting(Class<T> type, Duration attempt) {
        return new Port<>(type, attempt, 12, MISSED, Integer.MAX_VALUE, false);
    }

    /** The same, tried so often when the failure may pass. */
    public Port<T> tried(int times) {
        return new Port<>(type, attempt, times, heartbeat, mostRepeats, endsAtStop);
    }

    /** The same, but a step that is known to have failed is tried at most once more, whatever policy says. */
    public Port<T> repeatedOnce() {
        return new Port<>(type, attempt, attempts, heartbeat, 1, endsAtStop);
    }

    /** The same for calls that their caller ends when the run is to stop. */
    public Port<T> endingAtStop() {
        return new Port<>(type, attempt, attempts, heartbeat, mostRepeats, true);
    }

    /**
     * The stub for one call. {@code summary} is what a person reads in the timeline, {@code queue} where the workers of the
     * fleet's site listen; empty for the run's own.
     */
    T stub(String summary, Optional<String> queue) {
        RetryOptions tries = RetryOptions.newBuilder()
                .setInitialInterval(FIRST_PAUSE)
                .setMaximumInterval(LONGEST_PAUSE)
                .setMaximumAttempts(attempts)
                .build();
        return stub(options(summary, queue).setRetryOptions(tries));
    }

    /**
     * The stub for one call that is tried until the part of the site that was away is back, for {@code most}. What speaks
     * of the node, and an attempt that took its whole time, ends it at once. The tries write no events.
     */
    T untilBack(String summary, Optional<String> queue, Duration most) {
        RetryOptions tries = RetryOptions.newBuilder()
                .setInitialInterval(FIRST_PAUSE)
                .setMaximumInterval(LONGEST_PAUSE)
                .setDoNotRetry(notOfAPart())
                .build();
        return stub(options(summary, queue).setScheduleToCloseTimeout(most).setRetryOptions(tries));
    }

    private static String[] notOfAPart() {
        return Stream.concat(Stream.of(OVERTIME), Arrays.stream(FailureType.namesOfTheNode()))
                .toArray(String[]::new);
    }

    private T stub(ActivityOptions.Builder options) {
        return Workflow.newActivityStub(type, options.build());
    }

    private ActivityOptions.Builder options(String summary, Optional<String> queue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        queue.ifPresent(options::setTaskQueue);
        return options.setStartToCloseTimeout(attempt)
                .setHeartbeatTimeout(heartbeat)
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setSummary(summary);
    }
}
