package dev.slipway.activities.ssh;

import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;

/** No answer from a node: which kind, and so whether the command may have been run. */
public final class SshFailure extends RuntimeException {
    private final transient Kind kind;

    /** Where it failed. All but {@link #LOST} are before the command was sent. */
    public enum Kind {
        UNREACHABLE,
        NO_ROUTE,
        REFUSED,
        /** The host key is unknown, or not the one that is known. */
        HOST_KEY,
        AUTH,
        TIMED_OUT,
        /** The command was sent; whether it ran, and how it ended, is not known. */
        LOST
    }

    SshFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    SshFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the command may have been run. */
    public boolean dispatched() {
        return kind == Kind.LOST;
    }

    /** The failure of a command that is safe to repeat: whatever the kind, it may pass. */
    public ApplicationFailure passing() {
        return FailureType.TRANSIENT.of(String.valueOf(getMessage()));
    }
}
