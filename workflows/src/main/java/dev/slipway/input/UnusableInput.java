package dev.slipway.input;

/** Reports unusable input; the message states what was expected and what came. */
public final class UnusableInput extends RuntimeException {
    public UnusableInput(String message) {
        super(message);
    }
}
