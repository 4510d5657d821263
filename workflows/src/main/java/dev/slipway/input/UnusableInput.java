package dev.slipway.input;

/** What was sent cannot be used; the message says what was expected and what came. */
public final class UnusableInput extends RuntimeException {
    public UnusableInput(String message) {
        super(message);
    }
}
