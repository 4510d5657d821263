package dev.slipway.frame.engine;

import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.failure.TerminatedFailure;
import io.temporal.failure.TimeoutFailure;

/** Interprets a failed activity by the kind that its adapter gave it. */
public final class Failures {
    private Failures() {}

    /** Returns the kind; the effect of a time-out, and of anything that no adapter classified, is unknown. */
    public static FailureType kind(TemporalFailure failure) {
        if (failure instanceof ActivityFailure && failure.getCause() instanceof ApplicationFailure cause) {
            for (FailureType type : FailureType.values()) {
                if (type.is(cause)) {
                    return type;
                }
            }
        }
        return FailureType.AMBIGUOUS;
    }

    /** Returns why a node is held after a failure that the engine reports outside a step. */
    public static String reported(TemporalFailure failure) {
        return "Temporal reported a failure outside a step: " + text(failure);
    }

    /** Returns the detail of the failure besides its sentence, such as the part of {@link FailureType#PART_AWAY}. */
    public static String detail(TemporalFailure failure) {
        return failure.getCause() instanceof ApplicationFailure cause
                        && cause.getDetails().getSize() > 0
                ? cause.getDetails().get(String.class)
                : "a part of the site";
    }

    /** Returns one sentence for a person: that of the adapter or workflow that failed, however deep it lies. */
    public static String text(TemporalFailure failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case ApplicationFailure stated -> {
                    return Causes.words(stated.getType(), stated.getOriginalMessage());
                }
                case TimeoutFailure late -> {
                    return late(late);
                }
                case CanceledFailure _ -> {
                    return "it was canceled";
                }
                case TerminatedFailure _ -> {
                    return "it was terminated in Temporal";
                }
                case WorkflowExecutionAlreadyStarted taken -> {
                    return "a run with the id " + taken.getExecution().getWorkflowId() + " is open already";
                }
                default -> {}
            }
        }
        return Causes.beneath("io.temporal", failure);
    }

    /** Returns the same for what a promise failed with. */
    public static String text(RuntimeException failure) {
        return failure instanceof TemporalFailure known ? text(known) : Causes.words(failure);
    }

    private static String late(TimeoutFailure failure) {
        return switch (failure.getTimeoutType()) {
            case TIMEOUT_TYPE_SCHEDULE_TO_START -> "no worker took it up in time";
            case TIMEOUT_TYPE_HEARTBEAT -> "its worker went silent";
            default -> "no answer in time";
        };
    }
}
