package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.activity.ActivityInterface;
import io.temporal.testing.TestActivityEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActivityPulseTest {

    /** An activity that waits. */
    @ActivityInterface
    public interface Waiter {
        void waits();
    }

    /** Waits on its own thread and on one that it starts. */
    public static final class TwoThreads implements Waiter {
        @Override
        public void waits() {
            ActivityPulse pulse = ActivityPulse.ofActivities();
            pulse.pause(Duration.ofMillis(5), "on the activity's thread");
            Thread other = Thread.ofVirtual().start(() -> pulse.pause(Duration.ofMillis(5), "on another thread"));
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void beatsForTheActivityOfItsThreadAndForNoOther() {
        List<String> beats = new CopyOnWriteArrayList<>();
        TestActivityEnvironment environment = TestActivityEnvironment.newInstance();
        try {
            environment.registerActivitiesImplementations(new TwoThreads());
            environment.setActivityHeartbeatListener(String.class, beats::add);
            environment.newActivityStub(Waiter.class).waits();
        } finally {
            environment.close();
        }
        assertThat(beats).isNotEmpty().allMatch("on the activity's thread"::equals);
    }
}
