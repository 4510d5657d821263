package dev.slipway.starter.api;

import dev.slipway.model.Who;
import org.jspecify.annotations.Nullable;

/** The body of every decision: who, and why. */
public record Decided(@Nullable String who, @Nullable String reason) {
    public Who by() {
        return Asked.who(who, reason);
    }
}
