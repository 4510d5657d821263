package dev.slipway.activities.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.LedgerDatabase;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInterface;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityExecutionContextBase;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clock of a worker, in activities that Temporal's own test environment runs. */
class WorkerClockTest extends ActivityClockContract {
    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:waiting", "slipway", Optional.empty());
    private final List<Object> beats = new CopyOnWriteArrayList<>();
    private final TestActivityEnvironment engine =
            TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                    .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                            .setWorkerInterceptors(new Listening())
                            .build())
                    .build());
    private volatile boolean cancelled;
    private Runnable asked = () -> {};

    /** An activity that does what a test wants. */
    @ActivityInterface
    public interface Errand {
        void run();
    }

    /** Hears each heartbeat: the environment itself hands on only the first of many that follow soon after each other. */
    private final class Listening extends WorkerInterceptorBase {
        @Override
        public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
            return new ActivityInboundCallsInterceptorBase(next) {
                @Override
                public void init(ActivityExecutionContext context) {
                    super.init(new Heard(context));
                }
            };
        }
    }

    private final class Heard extends ActivityExecutionContextBase {
        Heard(ActivityExecutionContext next) {
            super(next);
        }

        @Override
        public <V> void heartbeat(V details) throws ActivityCompletionException {
            beats.add(details);
            if (cancelled) {
                throw new ActivityCanceledException(getInfo());
            }
            super.heartbeat(details);
        }
    }

    @BeforeEach
    void register() {
        Errand errand = () -> asked.run();
        engine.registerActivitiesImplementations(errand);
    }

    @AfterEach
    void end() {
        engine.close();
        ledger.close();
    }

    @Override
    void running(double timeScale, Consumer<ActivityClock> activity) {
        WorkerClock clock = new WorkerClock(ledger.nodeRows(), InstantSource.system(), timeScale);
        asked = () -> activity.accept(clock);
        engine.newActivityStub(Errand.class).run();
    }

    @Override
    void cancel() {
        cancelled = true;
    }

    @Override
    void remembers(Map<String, Instant> inTheWay) {
        engine.setHeartbeatDetails(new WorkerClock.Waited("waits", inTheWay));
    }

    @Override
    List<String> heartbeats() {
        return beats.stream()
                .map(beat -> beat instanceof WorkerClock.Waited waited ? waited.why() : beat.toString())
                .toList();
    }

    @Override
    String row() {
        return ledger.nodeRows().of(ACT.node()).orElseThrow().why();
    }

    @Test
    void theHeartbeatOfAnotherPartOfTheActivityIsNoMemory() {
        engine.setHeartbeatDetails("asks the node");
        running(1, clock -> assertThat(clock.blockers()).isEmpty());
    }

    @Test
    void aHeartbeatBetweenTwoLooksDoesNotForgetWhatIsInTheWay() {
        running(1, clock -> {
            clock.showWait(ACT, "waits for pod ml/train-7", Map.of("uid-1", LONG_AGO));
            clock.heartbeat();
        });
        assertThat(beats)
                .hasSize(2)
                .containsOnly(new WorkerClock.Waited("waits for pod ml/train-7", Map.of("uid-1", LONG_AGO)));
    }

    @Test
    void aThreadThatTheActivityStartedItselfSendsNoHeartbeat() {
        List<Throwable> failures = new ArrayList<>();
        running(1, clock -> {
            clock.pause(Duration.ofMillis(5), "on the activity's thread");
            Thread other = Thread.ofVirtual()
                    .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                    .start(() -> clock.pause(Duration.ofMillis(5), "on another thread"));
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(failures).isEmpty();
        assertThat(heartbeats()).isNotEmpty().containsOnly("on the activity's thread");
    }

    /** As interceptors run, around the activity. */
    @Test
    void theClockOfOneActivityBeatsForItOnAnyThread() {
        List<Object> heard = new CopyOnWriteArrayList<>();
        running(1, clock -> {
            ActivityExecutionContext context = io.temporal.activity.Activity.getExecutionContext();
            ActivityClock ofOne = ((WorkerClock) clock).of(new ActivityExecutionContextBase(context) {
                @Override
                public <V> void heartbeat(V details) {
                    heard.add(details);
                }
            });
            ofOne.pause(Duration.ofMillis(5), "waits for the ledger");
        });
        assertThat(heard).containsOnly("waits for the ledger");
        assertThat(beats).isEmpty();
    }

    @Test
    void codeThatNoEngineWatchesOnlyWaits() {
        WorkerClock clock = WorkerClock.unwatched(1000);
        Instant before = clock.instant();
        clock.heartbeat();
        clock.pause(Duration.ofSeconds(5), "waits");
        assertThat(clock.instant()).isAfterOrEqualTo(before.plusMillis(5));
        assertThat(clock.blockers()).isEmpty();
        assertThat(ledger.nodeRows().all()).isEmpty();
    }
}
