package dev.slipway.simulator.kubernetes;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Is the one lock that guards everything the simulated cluster knows. */
final class StateLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    <T> T call(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    void run(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    Condition newCondition() {
        return lock.newCondition();
    }

    void signalChanged() {
        changed.signalAll();
    }

    /** Waits until the condition holds, asking again after each change; false if the limit passed first. */
    boolean await(Duration limit, BooleanSupplier holds) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (!holds.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
