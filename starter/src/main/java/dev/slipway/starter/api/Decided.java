package dev.slipway.starter.api;

import dev.slipway.model.Who;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** The body of every decision: why, and on whose behalf. */
public record Decided(@Nullable String who, @Nullable String reason) {
    /** The decision of the token that the request carried. */
    public Who by(Principal caller) {
        return Asked.who(caller, who, reason);
    }
}
