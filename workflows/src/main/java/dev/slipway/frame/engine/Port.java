package dev.slipway.frame.engine;

import dev.slipway.model.FailureType;
import dev.slipway.port.Limits;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.common.metadata.POJOActivityInterfaceMetadata;
import io.temporal.common.metadata.POJOActivityMethodMetadata;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pairs a port with the limits that it declares by {@link Limits}. Each call gets its own stub, so that the step's
 * title is the activity's summary. A worker that died is noticed by the heartbeat that it missed; with the pause before
 * the next attempt a run goes on within half a minute. {@code longest} replaces the declared time of an attempt.
 */
public record Port<T>(Class<T> type, Optional<Duration> longest) {
    /** Limits how long the engine may hear nothing of an attempt before it begins another. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(20);

    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Returns the port with its declared limits. */
    public static <T> Port<T> of(Class<T> type) {
        return new Port<>(type, Optional.empty());
    }

    /** Returns the same port for work whose attempts may take {@code attempt}, as the policy states. */
    public static <T> Port<T> lasting(Class<T> type, Duration attempt) {
        return new Port<>(type, Optional.of(attempt));
    }

    /** Returns how often a step that is known to have failed is tried once more at most. */
    public int mostRepeats() {
        @Nullable Limits limits = type.getAnnotation(Limits.class);
        return limits == null ? Integer.MAX_VALUE : limits.repeats();
    }

    /**
     * Returns the stub for one call. {@code summary} is what a person reads in the timeline, {@code queue} where the
     * workers of the fleet's site listen; empty for the run's own.
     */
    public T stub(String summary, Optional<String> queue) {
        Map<String, ActivityOptions> calls = new HashMap<>();
        for (POJOActivityMethodMetadata call :
                POJOActivityInterfaceMetadata.newInstance(type).getMethodsMetadata()) {
            @Nullable Limits own = call.getMethod().getAnnotation(Limits.class);
            calls.put(
                    call.getActivityTypeName(),
                    options(own == null ? type.getAnnotation(Limits.class) : own, summary, queue));
        }
        return Workflow.newActivityStub(type, options(null, summary, queue), calls);
    }

    private ActivityOptions options(@Nullable Limits limits, String summary, Optional<String> queue) {
        Duration declared = limits == null ? QUICK : Duration.ofMinutes(limits.minutes());
        int attempts = limits == null ? Limits.QUICK : limits.attempts();
        return base(summary, queue)
                .setStartToCloseTimeout(longest.orElse(declared))
                .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
                .setRetryOptions(retries()
                        .setMaximumAttempts(longest.isPresent() ? Limits.WORK : attempts)
                        .build())
                .build();
    }

    /**
     * Returns the stub for a read that is tried for {@code most} while it fails as {@code kind}, and until it is
     * cancelled. The tries write no events.
     */
    public T outlasting(FailureType kind, String summary, Optional<String> queue, Duration most) {
        RetryOptions tries = retries().setDoNotRetry(kind.otherNames()).build();
        return Workflow.newActivityStub(
                type,
                base(summary, queue)
                        .setStartToCloseTimeout(QUICK)
                        .setCancellationType(ActivityCancellationType.TRY_CANCEL)
                        .setScheduleToCloseTimeout(most)
                        .setRetryOptions(tries)
                        .build());
    }

    private static RetryOptions.Builder retries() {
        return RetryOptions.newBuilder().setInitialInterval(FIRST_PAUSE).setMaximumInterval(LONGEST_PAUSE);
    }

    private static ActivityOptions.Builder base(String summary, Optional<String> queue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        queue.ifPresent(options::setTaskQueue);
        return options.setHeartbeatTimeout(HEARTBEAT).setSummary(summary);
    }
}
