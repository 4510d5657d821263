package dev.slipway.activities.ssh;

import dev.slipway.model.FailureType;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.time.Duration;
import java.util.Optional;

/** The pulse of the engine's activities. Outside an activity, as in a command line tool, it only waits. */
public final class ActivityPulse implements Pulse {
    private static final Duration BEAT = Duration.ofSeconds(2);

    private final boolean activity;

    private ActivityPulse(boolean activity) {
        this.activity = activity;
    }

    /**
     * For activities: each beat is a heartbeat of the one that runs on the calling thread. A thread that an activity started
     * for itself has none, and does not beat: the activity that waits for it does.
     */
    public static ActivityPulse ofActivities() {
        return new ActivityPulse(true);
    }

    /** For code that no engine watches. */
    public static ActivityPulse unwatched() {
        return new ActivityPulse(false);
    }

    @Override
    public void beat(String detail) {
        if (activity) {
            running().ifPresent(context -> context.heartbeat(detail));
        }
    }

    private static Optional<ActivityExecutionContext> running() {
        try {
            return Optional.of(Activity.getExecutionContext());
        } catch (IllegalStateException notAnActivityThread) {
            return Optional.empty();
        }
    }

    @Override
    public void pause(Duration time, String detail) {
        Duration left = time;
        while (left.isPositive()) {
            beat(detail);
            Duration slice = left.compareTo(BEAT) < 0 ? left : BEAT;
            try {
                Thread.sleep(slice);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw FailureType.TRANSIENT.of("interrupted while it waited: " + detail);
            }
            left = left.minus(slice);
        }
        beat(detail);
    }
}
