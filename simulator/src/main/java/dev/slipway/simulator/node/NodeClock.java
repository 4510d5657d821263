package dev.slipway.simulator.node;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Is the one lock of a node and its time. Waiting releases the lock; a wait ends early, with {@link CommandKilled},
 * when the node goes down under it. Stamps are of the real clock, spans are divided by the factor. While the process
 * does not get to run, no time of the node passes: no command lasts longer because its machine is busy.
 */
public final class NodeClock {
    /** Limits how much later than it is due a wait may end; a longer delay is the process's, not the node's. */
    private static final long LATE_NANOS = 50_000_000;

    private final String node;
    private final double factor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final List<Long> due = new ArrayList<>();
    private long stalled;
    private final Map<Thread, Armed> armed = new HashMap<>();
    private final Set<Thread> killed = new HashSet<>();
    private long epoch;
    private boolean closed;
    private int working;
    private long workSince;
    private long worked;

    private record Armed(int left, Runnable what) {}

    NodeClock(String node, double factor) {
        this.node = node;
        this.factor = factor;
    }

    /** Runs {@code work} alone on this node. */
    public <T> T call(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Runs {@code work} alone on this node. */
    public void run(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    public Instant now() {
        return Instant.now();
    }

    /** Returns the time of the node now, in nanoseconds of the real clock; it passes no wait that is due. */
    long time() {
        return call(() -> {
            long now = running();
            return due.isEmpty() ? now : Math.min(now, Collections.min(due) + LATE_NANOS);
        });
    }

    private long running() {
        return System.nanoTime() - stalled;
    }

    /** Returns how long a span of the node's time is on the real clock. */
    public Duration real(Duration simulated) {
        return Duration.ofNanos((long) (simulated.toNanos() / factor));
    }

    /** Returns how long a span of the real clock is in the node's time. */
    public Duration simulated(Duration real) {
        return Duration.ofNanos((long) (real.toNanos() * factor));
    }

    /** Returns a span of the node's time that takes no less than {@code real} on the real clock. */
    Duration atLeast(Duration simulated, Duration real) {
        Duration floor = simulated(real);
        return simulated.compareTo(floor) > 0 ? simulated : floor;
    }

    /** Lets time of the node pass; others act on the node meanwhile. Holds the lock before and after. */
    public void spend(Duration simulated) {
        long started = epoch;
        strikeIfDue();
        if (working++ == 0) {
            workSince = System.nanoTime();
        }
        try {
            Thread self = Thread.currentThread();
            if (await(simulated, () -> epoch != started || killed.contains(self))) {
                throw new CommandKilled(killed.contains(self) ? "killed by a signal" : node + " went down");
            }
        } finally {
            if (--working == 0) {
                worked += System.nanoTime() - workSince;
            }
        }
    }

    /** Returns how long on the real clock at least one command of this node was at work, of those that have ended. */
    public Duration worked() {
        return call(() -> Duration.ofNanos(worked));
    }

    /** At the {@code count}-th time that the calling thread spends time, {@code what} happens first. */
    public void arm(int count, Runnable what) {
        armed.put(Thread.currentThread(), new Armed(count, what));
    }

    /** Takes back what was armed; whether it had not happened yet. */
    public boolean disarm() {
        return armed.remove(Thread.currentThread()) != null;
    }

    private void strikeIfDue() {
        Thread self = Thread.currentThread();
        Armed due = armed.get(self);
        if (due == null) {
            return;
        }
        if (due.left() > 1) {
            armed.put(self, new Armed(due.left() - 1, due.what()));
        } else {
            armed.remove(self);
            due.what().run();
        }
    }

    /** Runs {@code work} after a span, alone on this node, whether the node is up or not; nothing after close. */
    public void later(String what, Duration simulated, Runnable work) {
        Thread.ofVirtual().name(node + "-" + what).start(() -> {
            boolean ended = call(() -> await(simulated, () -> closed));
            if (!ended) {
                work.run();
            }
        });
    }

    /** Returns whether {@code stop} became true before the span was over. */
    private boolean await(Duration simulated, Supplier<Boolean> stop) {
        Long end = time() + real(simulated).toNanos();
        due.add(end);
        try {
            while (end > running() && !stop.get() && !closed) {
                woken.awaitNanos(end - running());
            }
            stalled += Math.max(0, running() - end - LATE_NANOS);
            return stop.get() || closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandKilled(node + " was interrupted");
        } finally {
            due.remove(end);
        }
    }

    /** Ends the wait of {@code command}, now or the next one, as a signal does. */
    public void kill(Thread command) {
        killed.add(command);
        woken.signalAll();
    }

    /** Ends every wait of a command that runs now. */
    void powerLost() {
        epoch++;
        woken.signalAll();
    }

    void close() {
        run(() -> {
            closed = true;
            epoch++;
            woken.signalAll();
        });
    }
}
