package dev.slipway.frame.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wait ends with its condition or with its time, and leaves no timer behind. */
class WorkflowTimersTest {
    private final Bench bench = new Bench();

    WorkflowTimersTest() {
        bench.worker.registerWorkflowImplementationTypes(PatientRun.class);
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private Patient patient() {
        return bench.client()
                .newWorkflowStub(
                        Patient.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("patient")
                                .build());
    }

    private List<EventType> timers() {
        return bench.client().fetchHistory("patient").getEvents().stream()
                .map(event -> event.getEventType())
                .filter(type -> type.name().contains("TIMER"))
                .toList();
    }

    @Test
    void whatIsTrueAlreadyIsNotWaitedFor() {
        assertThat(patient().await(true)).isTrue();

        assertThat(timers()).isEmpty();
    }

    @Test
    void aConditionThatComesInTimeCancelsTheTimer() {
        Patient patient = patient();
        WorkflowClient.start(patient::await, false);
        bench.engine.sleep(Duration.ofMinutes(1));
        patient.now();

        assertThat(WorkflowStub.fromTyped(patient).getResult(Boolean.class)).isTrue();
        assertThat(timers()).containsExactly(EventType.EVENT_TYPE_TIMER_STARTED, EventType.EVENT_TYPE_TIMER_CANCELED);
    }

    @Test
    void aConditionThatDoesNotComeIsFalseAtTheEnd() {
        assertThat(patient().await(false)).isFalse();

        assertThat(timers()).containsExactly(EventType.EVENT_TYPE_TIMER_STARTED, EventType.EVENT_TYPE_TIMER_FIRED);
    }

    @WorkflowInterface
    public interface Patient {
        @WorkflowMethod
        boolean await(boolean already);

        @SignalMethod
        void now();
    }

    public static final class PatientRun implements Patient {
        private boolean come;

        @Override
        public boolean await(boolean already) {
            boolean inTime = WorkflowTimers.atMost(Duration.ofHours(1), () -> already || come);
            WorkflowTimers.atMost(Duration.ZERO, () -> true);
            return inTime;
        }

        @Override
        public void now() {
            come = true;
        }
    }
}
