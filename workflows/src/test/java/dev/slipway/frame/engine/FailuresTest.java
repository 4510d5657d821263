package dev.slipway.frame.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.FailureType;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.RetryState;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.failure.TerminatedFailure;
import io.temporal.failure.TimeoutFailure;
import org.junit.jupiter.api.Test;

/** What a person reads of a failure that Temporal reports. */
class FailuresTest {
    private static ActivityFailure activity(Throwable cause) {
        return new ActivityFailure(
                "Activity task failed", 3, 2, "Drain", "7", RetryState.RETRY_STATE_UNSPECIFIED, "w1", cause);
    }

    private static ChildWorkflowFailure child(Throwable cause) {
        return new ChildWorkflowFailure(
                0, 0, "Wave", WorkflowExecution.getDefaultInstance(), "ns", RetryState.RETRY_STATE_UNSPECIFIED, cause);
    }

    private static TimeoutFailure late(TimeoutType type) {
        return new TimeoutFailure("timed out", null, type);
    }

    @Test
    void isTheSentenceOfWhoFailedHoweverDeepItLies() {
        ApplicationFailure stated = FailureType.GATE_CLOSED.of("The fleet is frozen.");

        assertThat(Failures.text(activity(stated))).isEqualTo("The fleet is frozen.");
        assertThat(Failures.text(child(activity(stated)))).isEqualTo("The fleet is frozen.");
    }

    @Test
    void namesNoClassOfWhatNobodyForesaw() {
        ApplicationFailure unforeseen = ApplicationFailure.newFailure("", "java.net.ConnectException");

        assertThat(Failures.text(child(activity(unforeseen)))).isEqualTo("connection refused");
    }

    @Test
    void namesNoConstantOfTheEngine() {
        assertThat(Failures.text(activity(late(TimeoutType.TIMEOUT_TYPE_HEARTBEAT))))
                .isEqualTo("its worker went silent");
        assertThat(Failures.text(activity(late(TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START))))
                .isEqualTo("no worker took it up in time");
        assertThat(Failures.text(activity(late(TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE))))
                .isEqualTo("no answer in time");
        assertThat(Failures.text(child(new CanceledFailure("canceled")))).isEqualTo("it was canceled");
        assertThat(Failures.text(child(new TerminatedFailure("terminated", null))))
                .isEqualTo("it was terminated in Temporal");
    }

    @Test
    void isTheWordOfACauseThatNoAdapterClassified() {
        assertThat(Failures.text(child(new IllegalStateException("the engine is not well"))))
                .isEqualTo("the engine is not well");
    }

    @Test
    void namesTheRunThatHasTheId() {
        WorkflowExecution open =
                WorkflowExecution.newBuilder().setWorkflowId("node/prod/gpu-1").build();

        assertThat(Failures.text(child(new WorkflowExecutionAlreadyStarted(open, "ImageDrift", null))))
                .isEqualTo("a run with the id node/prod/gpu-1 is open already");
    }

    @Test
    void namesThePartOfTheSiteThatIsAway() {
        assertThat(Failures.detail(activity(FailureType.PART_AWAY.of("503", "the BMC"))))
                .isEqualTo("the BMC");
        assertThat(Failures.detail(child(new CanceledFailure("canceled")))).isEqualTo("a part of the site");
    }
}
