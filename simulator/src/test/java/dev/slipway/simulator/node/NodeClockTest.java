package dev.slipway.simulator.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class NodeClockTest {
    private static final Duration STALL = Duration.ofMillis(400);
    private final NodeClock clock = new NodeClock("gpu-001", 1000);

    /** Nothing of the node runs for so long, as on a machine that is busy otherwise. */
    private void stalls() {
        clock.run(() -> {
            long end = System.nanoTime() + STALL.toNanos();
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        });
    }

    @Test
    void aCommandDoesNotLastLongerWhileTheProcessDoesNotRun() throws InterruptedException {
        DetachedJob job = new DetachedJob(clock, "boot-1");
        CountDownLatch begins = new CountDownLatch(1);
        CompletableFuture<String> after = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> clock.run(() -> {
                    begins.countDown();
                    clock.spend(Duration.ofSeconds(10));
                    after.complete(job.state(clock));
                }));
        begins.await();
        stalls();
        String during = clock.call(() -> job.state(clock));

        assertThat(ran(during)).as("the command is due, and could not end yet").isLessThan(STALL.toMillis());
        assertThat(ran(after.join())).isBetween(10L, STALL.toMillis());
    }

    /** The seconds of a node whose time runs a thousand times faster are milliseconds here. */
    private static long ran(String state) {
        return Long.parseLong(state.substring(state.indexOf("ran ") + 4));
    }

    @Test
    void timePassesForANodeOnWhichNothingWaits() {
        long before = clock.time();
        stalls();

        assertThat(clock.time() - before).isGreaterThanOrEqualTo(STALL.toNanos());
    }
}
