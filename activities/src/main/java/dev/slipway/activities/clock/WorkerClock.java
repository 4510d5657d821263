package dev.slipway.activities.clock;

import dev.slipway.ledger.NodeRows;
import dev.slipway.model.Act;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.common.converter.DataConverterException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Is the clock of a worker: heartbeats go to Temporal, and the reason for a wait into the row of its node. */
public final class WorkerClock implements ActivityClock {
    private static final Duration BEAT = Duration.ofSeconds(2);
    /** Sets how long an activity waits before it reports the reason to its run. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Waited NOTHING = new Waited("works", Map.of());

    private final Supplier<Optional<ActivityExecutionContext>> activity;
    private final BiConsumer<Act, String> row;
    private final InstantSource time;
    private final double timeScale;
    private final WaitSignal signal;
    private final Recent<Waited> last = new Recent<>();

    /** Holds what a heartbeat carries to the next attempt: each obstacle, with the time since which it exists. */
    public record Waited(String why, Map<String, Instant> inTheWay) {}

    private WorkerClock(
            Supplier<Optional<ActivityExecutionContext>> activity,
            BiConsumer<Act, String> row,
            InstantSource time,
            double timeScale) {
        this.activity = activity;
        this.row = row;
        this.time = time;
        this.timeScale = timeScale;
        this.signal = new WaitSignal(scaled(SOON));
    }

    /**
     * Creates the clock of the activity that runs on the calling thread. A thread that an activity started for itself
     * has none and sends no heartbeat: the activity that waits for it does.
     */
    public WorkerClock(NodeRows rows, InstantSource time, double timeScale) {
        this(WorkerClock::running, (act, why) -> rows.note(act, why, time.instant()), time, timeScale);
    }

    /** Returns a clock for code that no engine watches: it only waits. */
    public static WorkerClock unwatched(double timeScale) {
        return new WorkerClock(Optional::empty, (act, why) -> {}, InstantSource.system(), timeScale);
    }

    /** Returns the same clock for one activity, on any thread. */
    public WorkerClock of(ActivityExecutionContext running) {
        return new WorkerClock(() -> Optional.of(running), row, time, timeScale);
    }

    private static Optional<ActivityExecutionContext> running() {
        try {
            return Optional.of(Activity.getExecutionContext());
        } catch (IllegalStateException notAnActivityThread) {
            return Optional.empty();
        }
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public double timeScale() {
        return timeScale;
    }

    @Override
    public Instant began() {
        return activity.get()
                .map(running -> Instant.ofEpochMilli(running.getInfo().getScheduledTimestamp()))
                .orElseGet(time::instant);
    }

    @Override
    public Map<String, Instant> blockers() {
        try {
            return activity.get()
                    .flatMap(running -> running.getLastHeartbeatDetails(Waited.class))
                    .map(Waited::inTheWay)
                    .orElse(Map.of());
        } catch (DataConverterException other) {
            // The attempt before was lost during a request to the node, and its heartbeats describe that.
            return Map.of();
        }
    }

    @Override
    public void heartbeat() {
        activity.get()
                .ifPresent(
                        running -> running.heartbeat(last.of(running.getInfo()).orElse(NOTHING)));
    }

    @Override
    public void heartbeat(String detail) {
        activity.get().ifPresent(running -> running.heartbeat(detail));
    }

    @Override
    public void showWait(Act act, String why, Map<String, Instant> inTheWay) {
        activity.get().ifPresent(running -> {
            Waited now = new Waited(why, Map.copyOf(inTheWay));
            last.put(running.getInfo(), now);
            running.heartbeat(now);
            row.accept(act, why);
            signal.send(running, act.step().id(), why, time.instant());
        });
    }

    @Override
    public void pause(Duration pause, String detail) {
        Duration left = scaled(pause);
        while (left.isPositive()) {
            heartbeat(detail);
            Duration slice = Durations.shorter(left, BEAT);
            try {
                Thread.sleep(slice);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw FailureType.TRANSIENT.of("interrupted while it waited: " + detail);
            }
            left = left.minus(slice);
        }
        heartbeat(detail);
    }
}
