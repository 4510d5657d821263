package dev.slipway.activities.clock;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Nested;

/** What tests run by waits as what a worker runs by. */
class TestClockTest {
    @Nested
    class Still extends OfTests {
        Still() {
            super(timeScale -> TestClock.still(LONG_AGO, timeScale));
        }
    }

    @Nested
    class Running extends OfTests {
        Running() {
            super(TestClock::running);
        }
    }

    abstract static class OfTests extends ActivityClockContract {
        private final DoubleFunction<TestClock> made;
        private TestClock clock = TestClock.still(LONG_AGO);
        private Map<String, Instant> before = Map.of();

        OfTests(DoubleFunction<TestClock> made) {
            this.made = made;
        }

        @Override
        void running(double timeScale, Consumer<ActivityClock> activity) {
            clock = made.apply(timeScale);
            clock.remembers(before);
            activity.accept(clock);
        }

        @Override
        void cancel() {
            clock.onHeartbeat(detail -> {
                throw new IllegalStateException("the activity is cancelled");
            });
        }

        @Override
        void remembers(Map<String, Instant> inTheWay) {
            before = inTheWay;
        }

        @Override
        List<String> heartbeats() {
            return clock.heartbeats();
        }

        @Override
        String row() {
            return clock.waits().getLast();
        }
    }
}
