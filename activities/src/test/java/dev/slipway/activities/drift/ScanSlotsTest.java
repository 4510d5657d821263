package dev.slipway.activities.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.ScanConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScanSlotsTest {
    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration NEVER = Duration.ofMinutes(10);

    private static ScanSlots slots(int atOnce, int perRack, Duration slowAfter, Duration nodeTimeout) {
        return new ScanSlots(new ScanConfig(atOnce, perRack, slowAfter, nodeTimeout));
    }

    @Test
    void aRackBehindADeadSwitchDoesNotHoldUpTheOthers() throws Exception {
        ScanSlots slots = slots(2, 2, SOON, NEVER);
        CountDownLatch dead = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Boolean>>> silent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                silent.add(threads.submit(() -> slots.during("dead", waiting(dead))));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(threads.submit(() -> slots.during("alive", () -> true))
                                .get())
                        .contains(true);
            }
            assertThat(silent).noneMatch(Future::isDone);
            dead.countDown();
        }
    }

    @Test
    void readsNoMoreOfOneRackAtOnceThanItMaySlowOnesIncluded() throws Exception {
        ScanSlots slots = slots(100, 3, SOON, NEVER);
        assertThat(most(slots, "r1", 3)).isEqualTo(3);
    }

    @Test
    void readsNoMoreOfAFleetAtOnceThanItMayWhereNoneIsSlow() throws Exception {
        ScanSlots slots = slots(4, 100, NEVER, NEVER);
        assertThat(most(slots, "unknown", 4)).isEqualTo(4);
    }

    @Test
    void givesANodeUpAfterItsTimeAndInterruptsIt() throws Exception {
        ScanSlots slots = slots(1, 1, SOON, Duration.ofSeconds(3));
        CountDownLatch interrupted = new CountDownLatch(1);

        Optional<Boolean> result = slots.during("r1", () -> {
            try {
                new CountDownLatch(1).await();
                return true;
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        });

        assertThat(result).isEmpty();
        interrupted.await();
        assertThat(slots.during("r1", () -> true)).contains(true);
    }

    private static Callable<Boolean> waiting(CountDownLatch latch) {
        return () -> {
            latch.await();
            return true;
        };
    }

    /** The most that ran at once of fifty that all wait until {@code expected} of them run. */
    private static int most(ScanSlots slots, String rack, int expected) throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch enough = new CountDownLatch(expected);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Integer>>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(threads.submit(() -> slots.during(rack, () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    enough.countDown();
                    enough.await();
                    return running.decrementAndGet();
                })));
            }
            for (Future<Optional<Integer>> one : all) {
                assertThat(one.get()).isPresent();
            }
        }
        return most.get();
    }
}
