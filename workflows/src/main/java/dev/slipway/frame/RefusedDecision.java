package dev.slipway.frame;

/** A decision that does not fit the present state; the message says what would. */
public final class RefusedDecision extends RuntimeException {
    public RefusedDecision(String message) {
        super(message);
    }
}
