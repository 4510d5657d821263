package dev.slipway.activities.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What an activity may rely on, by whichever clock it waits. */
abstract class ActivityClockContract {
    static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");
    static final Act ACT = act(new NodeRef("c1", "gpu-001"));
    private static final Map<String, Instant> BLOCKER = Map.of("uid-1", LONG_AGO);

    private static Act act(NodeRef node) {
        return new Act(
                node, "prod-a", "run-1", node.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), LONG_AGO);
    }

    /** Has an activity run, on a site whose time passes that many times faster, and hands on what it throws. */
    abstract void running(double timeScale, Consumer<ActivityClock> activity);

    /** Whether the engine has cancelled the activity from the next heartbeat on. */
    abstract void cancel();

    /** What the attempt before this one, whose worker was lost, said was in the way. */
    abstract void remembers(Map<String, Instant> inTheWay);

    /** What the engine was told, in order. */
    abstract List<String> heartbeats();

    /** What the row of the node says last. */
    abstract String row();

    @Test
    void aPauseTakesItsTimeAndBeatsBeforeAndAfter() {
        running(1, clock -> {
            Instant end = clock.instant().plusMillis(20);
            assertThat(clock.passed(end)).isFalse();
            clock.pause(Duration.ofMillis(20), "waits for a node");
            assertThat(clock.passed(end)).isTrue();
        });
        assertThat(heartbeats()).containsExactly("waits for a node", "waits for a node");
    }

    @Test
    void aLongPauseBeatsMeanwhile() {
        running(1, clock -> clock.pause(Duration.ofMillis(2_001), "waits for a node"));
        assertThat(heartbeats()).hasSize(3);
    }

    @Test
    void aSiteWhoseTimeRunsFasterIsWaitedForLess() {
        running(1000, clock -> {
            assertThat(clock.timeScale()).isEqualTo(1000);
            assertThat(clock.scaled(Duration.ofSeconds(10))).isEqualTo(Duration.ofMillis(10));
            assertThat(clock.scaled(Duration.ofMillis(1)))
                    .as("a look that never spins")
                    .isEqualTo(Duration.ofMillis(1));
            clock.pause(Duration.ofSeconds(2_001), "waits for a node");
        });
        assertThat(heartbeats()).as("as many as a pause of two seconds has").hasSize(3);
    }

    @Test
    void aCancelledActivityWaitsNoLonger() {
        assertThatThrownBy(() -> running(1, clock -> {
                    cancel();
                    clock.pause(Duration.ofHours(1), "waits for a node");
                }))
                .isNotNull();
        assertThat(heartbeats()).hasSize(1);
    }

    @Test
    void anInterruptedThreadWaitsNoLonger() {
        running(1, clock -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> clock.pause(Duration.ofHours(1), "waits for a node"))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            failure -> assertThat(failure.getType()).isEqualTo(FailureType.TRANSIENT.name()));
            assertThat(Thread.interrupted()).as("the thread knows of it").isTrue();
        });
    }

    @Test
    void aDeadlineCountsFromWhenTheActivityWasAskedFor() {
        running(1, clock -> {
            assertThat(clock.began()).isBeforeOrEqualTo(clock.instant());
            assertThat(clock.deadline(Duration.ofHours(1)))
                    .isEqualTo(clock.began().plus(Duration.ofHours(1)));
        });
    }

    @Test
    void whatIsWaitedForIsShownAndRepeatedByEachSignOfLife() {
        running(1, clock -> {
            clock.showWait(ACT, "waits for pod ml/train-7", BLOCKER);
            clock.heartbeat();
        });
        assertThat(heartbeats()).containsExactly("waits for pod ml/train-7", "waits for pod ml/train-7");
        assertThat(row()).isEqualTo("waits for pod ml/train-7");
    }

    @Test
    void anAttemptWhoseWorkerWasLostHandsOnSinceWhenSomethingIsInTheWay() {
        remembers(BLOCKER);
        running(1, clock -> assertThat(clock.blockers()).isEqualTo(BLOCKER));
    }

    @Test
    void aFirstAttemptRemembersNothing() {
        running(1, clock -> assertThat(clock.blockers()).isEmpty());
    }
}
