package dev.slipway.config.temporal;

import java.util.Optional;

/** Explains why Temporal cannot be used: one sentence on what is wrong, and one on what to do. It holds no secret. */
public final class TemporalTrouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String next;

    TemporalTrouble(String what, String next) {
        super(what + ". " + next + ".");
        this.what = what;
        this.next = next;
    }

    TemporalTrouble(String what, String next, Throwable cause) {
        super(what + ". " + next + ".", cause);
        this.what = what;
        this.next = next;
    }

    public String what() {
        return what;
    }

    public String next() {
        return next;
    }

    /** Returns the trouble among {@code e} and its causes. */
    public static Optional<TemporalTrouble> in(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof TemporalTrouble trouble) {
                return Optional.of(trouble);
            }
        }
        return Optional.empty();
    }
}
