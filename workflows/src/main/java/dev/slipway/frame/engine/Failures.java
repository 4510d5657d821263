package dev.slipway.frame.engine;

import dev.slipway.model.FailureType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
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

    /** Returns one sentence for a person. */
    public static String text(TemporalFailure failure) {
        if (failure instanceof ApplicationFailure own) {
            return own.getOriginalMessage();
        }
        if (failure.getCause() instanceof ApplicationFailure cause) {
            return cause.getOriginalMessage();
        }
        if (failure.getCause() instanceof TimeoutFailure timeout) {
            return "no answer in time (" + timeout.getTimeoutType() + ")";
        }
        return String.valueOf(failure.getMessage());
    }
}
