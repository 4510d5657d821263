package dev.slipway.activities.clock;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The time of an activity as a test says it, with what the activity said in it. */
public final class TestClock implements ActivityClock {
    private static final Duration BEAT = Duration.ofSeconds(2);

    private final InstantSource time;
    private final double timeScale;
    private final Consumer<Duration> passing;
    private final List<String> waits = new CopyOnWriteArrayList<>();
    private final List<String> heartbeats = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private volatile Instant began;
    private volatile Map<String, Instant> inTheWay = Map.of();
    private volatile String last = "works";
    private volatile Consumer<String> onPause = detail -> {};
    private volatile Consumer<String> onHeartbeat = detail -> {};
    private volatile Runnable onWait = () -> {};

    private TestClock(InstantSource time, double timeScale, Consumer<Duration> passing) {
        this.time = time;
        this.timeScale = timeScale;
        this.passing = passing;
        this.began = time.instant();
    }

    /** Shows {@code now} until a pause: each one takes no time and moves the clock by as much as it should have taken. */
    public static TestClock still(Instant now) {
        return still(now, 1);
    }

    static TestClock still(Instant now, double timeScale) {
        AtomicReference<Instant> time = new AtomicReference<>(now);
        return new TestClock(time::get, timeScale, passed -> time.updateAndGet(before -> before.plus(passed)));
    }

    /** Pauses as a worker does, on a site whose time passes that many times faster. */
    public static TestClock running(double timeScale) {
        return running(timeScale, InstantSource.system());
    }

    /** The same, under a clock that shows what the test says. */
    public static TestClock running(double timeScale, InstantSource time) {
        WorkerClock real = WorkerClock.unwatched(1);
        return new TestClock(time, timeScale, passed -> real.pause(passed, "a test waits"));
    }

    /** The activity was first asked for then, and not when this clock was made. */
    public TestClock began(Instant at) {
        began = at;
        return this;
    }

    /** What the attempt before this one said was in the way. */
    public void remembers(Map<String, Instant> before) {
        inTheWay = before;
    }

    /** What happens before each pause; what it throws ends the activity. */
    public TestClock onPause(Consumer<String> happens) {
        onPause = happens;
        return this;
    }

    /** What happens with each heartbeat; an engine that has cancelled the activity throws. */
    public TestClock onHeartbeat(Consumer<String> happens) {
        onHeartbeat = happens;
        return this;
    }

    /** What happens each time that the activity shows why it waits. */
    public TestClock onWait(Runnable happens) {
        onWait = happens;
        return this;
    }

    /** Lets that much time pass. */
    public void pass(Duration passed) {
        passing.accept(passed);
    }

    /** What the activity showed that it waits for. */
    public List<String> waits() {
        return waits;
    }

    public List<String> heartbeats() {
        return heartbeats;
    }

    /** The pauses that were asked for, in the time of the site. */
    public List<Duration> pauses() {
        return pauses;
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public Instant began() {
        return began;
    }

    @Override
    public double timeScale() {
        return timeScale;
    }

    @Override
    public void heartbeat() {
        heartbeat(last);
    }

    @Override
    public void heartbeat(String detail) {
        heartbeats.add(detail);
        onHeartbeat.accept(detail);
    }

    @Override
    public void showWait(Act act, String why, Map<String, Instant> blockers) {
        last = why;
        heartbeat(why);
        waits.add(why);
        onWait.run();
    }

    @Override
    public Map<String, Instant> blockers() {
        return inTheWay;
    }

    @Override
    public void pause(Duration pause, String detail) {
        pauses.add(pause);
        onPause.accept(detail);
        Duration left = scaled(pause);
        while (left.isPositive()) {
            heartbeat(detail);
            if (Thread.currentThread().isInterrupted()) {
                throw FailureType.TRANSIENT.of("interrupted while it waited: " + detail);
            }
            Duration slice = left.compareTo(BEAT) < 0 ? left : BEAT;
            pass(slice);
            left = left.minus(slice);
        }
        heartbeat(detail);
    }
}
