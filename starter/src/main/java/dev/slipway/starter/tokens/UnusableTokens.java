package dev.slipway.starter.tokens;

/** Reports a file of tokens that cannot be used as it is: one sentence for people. */
public final class UnusableTokens extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableTokens(String what) {
        super(what);
    }

    UnusableTokens(String what, Throwable cause) {
        super(what, cause);
    }
}
