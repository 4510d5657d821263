package dev.slipway.frame;

/** Refuses a decision that does not fit the present state; the message names what would. */
public final class RefusedDecision extends RuntimeException {
    public RefusedDecision(String message) {
        super(message);
    }
}
