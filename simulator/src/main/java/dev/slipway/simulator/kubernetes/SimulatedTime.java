package dev.slipway.simulator.kubernetes;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks later, one at a time and under the state lock, in time made faster by a constant factor. */
final class SimulatedTime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedTime.class);

    private final StateLock state;
    private final double speed;
    private final Condition moved;
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    private long nextNumber;
    private boolean closed;

    private record Task(long due, long number, Runnable work) {}

    SimulatedTime(StateLock state, double speed) {
        this.state = state;
        this.speed = speed;
        this.moved = state.newCondition();
    }

    void start() {
        Thread.ofVirtual().name("simulated-time").start(this::work);
    }

    /** Returns how long a simulated span takes on the real clock. */
    Duration real(Duration simulated) {
        return Duration.ofNanos((long) (simulated.toNanos() / speed));
    }

    void after(Duration simulated, Runnable work) {
        state.run(() -> {
            tasks.add(new Task(System.nanoTime() + real(simulated).toNanos(), nextNumber++, work));
            moved.signalAll();
        });
    }

    /** Waits in the calling thread, which must not hold the state lock. */
    void pause(Duration simulated) {
        pauseReal(real(simulated));
    }

    /** Does the same as {@link #pause}, for a span on the real clock. */
    void pauseReal(Duration span) {
        try {
            TimeUnit.NANOSECONDS.sleep(span.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    private void work() {
        state.run(() -> {
            try {
                runUntilClosed();
            } catch (InterruptedException e) {
                LOG.debug("simulated time was interrupted and ends", e);
            }
        });
    }

    private void runUntilClosed() throws InterruptedException {
        while (!closed) {
            Task head = tasks.peek();
            if (head == null) {
                moved.await();
            } else if (head.due() > System.nanoTime()) {
                long left = moved.awaitNanos(head.due() - System.nanoTime());
                LOG.trace("woke with {} ns left", left);
            } else {
                tasks.remove(head);
                runTask(head);
            }
        }
    }

    private static void runTask(Task task) {
        try {
            task.work().run();
        } catch (RuntimeException e) {
            LOG.error("a simulated controller failed", e);
        }
    }

    @Override
    public void close() {
        state.run(() -> {
            closed = true;
            tasks.clear();
            moved.signalAll();
        });
    }
}
