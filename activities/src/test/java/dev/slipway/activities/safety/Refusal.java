package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts by kind that something was refused. */
public final class Refusal {
    private Refusal() {}

    /** Returns the message of the refusal, which must be of {@code type}. */
    public static String of(FailureType type, ThrowingCallable call) {
        ApplicationFailure failure = catchThrowableOfType(ApplicationFailure.class, call);
        assertThat(failure).as("a refusal of type " + type).isNotNull();
        assertThat(failure.getType()).as(failure.getOriginalMessage()).isEqualTo(type.name());
        return failure.getOriginalMessage();
    }
}
