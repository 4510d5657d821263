package dev.slipway.activities.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Step;
import io.temporal.activity.ActivityInterface;
import io.temporal.testing.TestActivityEnvironment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActivityWaitingTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:waiting", "slipway", Optional.empty());
    private final ActivityWaiting waiting = new ActivityWaiting(ledger.nodeRows(), InstantSource.system(), 1);
    private final TestActivityEnvironment environment = TestActivityEnvironment.newInstance();
    private final List<ActivityWaiting.Waited> beats = new ArrayList<>();
    private Runnable asked = () -> {};

    /** An activity that does what a test wants. */
    @ActivityInterface
    public interface Errand {
        void run();
    }

    @BeforeEach
    void register() {
        Errand errand = () -> asked.run();
        environment.registerActivitiesImplementations(errand);
        environment.setActivityHeartbeatListener(ActivityWaiting.Waited.class, beats::add);
    }

    @AfterEach
    void end() {
        environment.close();
        ledger.close();
    }

    private void running(Runnable what) {
        asked = what;
        environment.newActivityStub(Errand.class).run();
    }

    private static Act act() {
        NodeRef node = new NodeRef("c1", "gpu-001");
        return new Act(
                node, "prod-a", "run-1", node.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), LONG_AGO);
    }

    @Test
    void anAttemptWhoseWorkerWasLostHandsOnSinceWhenSomethingIsInTheWay() {
        environment.setHeartbeatDetails(new ActivityWaiting.Waited("waits", Map.of("uid-1", LONG_AGO)));
        List<Map<String, Instant>> remembered = new ArrayList<>();

        running(() -> remembered.add(waiting.inTheWay()));

        assertThat(remembered).containsExactly(Map.of("uid-1", LONG_AGO));
    }

    @Test
    void theHeartbeatOfAnotherPartOfTheActivityIsNoMemory() {
        environment.setHeartbeatDetails("asks the node");
        List<Map<String, Instant>> remembered = new ArrayList<>();

        running(() -> remembered.add(waiting.inTheWay()));

        assertThat(remembered).containsExactly(Map.of());
    }

    @Test
    void aHeartbeatBetweenTwoLooksDoesNotForgetWhatIsInTheWay() {
        running(() -> {
            waiting.waits(act(), "waits for pod ml/train-7", Map.of("uid-1", LONG_AGO));
            waiting.works();
        });

        assertThat(beats)
                .isNotEmpty()
                .allSatisfy(beat -> assertThat(beat.inTheWay()).containsOnlyKeys("uid-1"));
        assertThat(ledger.nodeRows().of(act().node()).orElseThrow().why()).isEqualTo("waits for pod ml/train-7");
    }
}
