package dev.slipway.runbook;

import dev.slipway.model.FailureType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.failure.TimeoutFailure;

/** What a failed activity means, by the kind its adapter gave it. */
final class Failures {
    private Failures() {}

    /** The kind; a time-out, and whatever no adapter classified, may have happened or not. */
    static FailureType kind(TemporalFailure failure) {
        if (failure instanceof ActivityFailure && failure.getCause() instanceof ApplicationFailure cause) {
            for (FailureType type : FailureType.values()) {
                if (type.is(cause)) {
                    return type;
                }
            }
        }
        return FailureType.AMBIGUOUS;
    }

    /** One sentence for a person. */
    static String text(TemporalFailure failure) {
        if (failure.getCause() instanceof ApplicationFailure cause) {
            return cause.getOriginalMessage();
        }
        if (failure.getCause() instanceof TimeoutFailure timeout) {
            return "no answer in time (" + timeout.getTimeoutType() + ")";
        }
        return String.valueOf(failure.getMessage());
    }
}
