package dev.slipway.fake;

import dev.slipway.model.FailureType;

/** A failure of the {@code nth} call of a port's method, before or after it had its effect. */
public record Fault(String method, int nth, When when, FailureType type) {

    public enum When {
        BEFORE,
        AFTER
    }
}
