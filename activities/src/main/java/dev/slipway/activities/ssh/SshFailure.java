package dev.slipway.activities.ssh;

import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;

/** Reports no answer from a node: which kind, and so whether the command may have been run. */
public final class SshFailure extends RuntimeException {
    private final transient Kind kind;
    private final transient Optional<String> part;

    /** Lists where it failed. All but {@link #LOST} are before the command was sent. */
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
        this.part = Optional.empty();
    }

    SshFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.part = Optional.empty();
    }

    private SshFailure(SshFailure of, String part, String sentence) {
        super(of.getMessage() + "; " + sentence, of);
        this.kind = of.kind;
        this.part = Optional.of(part);
    }

    /** Returns why it failed in one line, without what the library writes of itself. */
    static String words(Exception failed) {
        return Causes.beneath("org.apache.sshd", failed);
    }

    /** Returns the same failure, for a node that is silent because {@code part} is away, as {@code sentence} states. */
    public SshFailure by(String part, String sentence) {
        return new SshFailure(this, part, sentence);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns whether the command may have been run. */
    public boolean dispatched() {
        return kind == Kind.LOST;
    }

    /** Returns whether nothing was heard: an answer, even a refusal of our key, is no silence. */
    public boolean silent() {
        return switch (kind) {
            case UNREACHABLE, NO_ROUTE, REFUSED, TIMED_OUT, LOST -> true;
            case HOST_KEY, AUTH -> false;
        };
    }

    /** Returns the failure of a command that is safe to repeat: of any kind, it may pass. */
    public ApplicationFailure passing() {
        String text = String.valueOf(getMessage());
        return part.map(away -> FailureType.PART_AWAY.of(text, away)).orElseGet(() -> FailureType.TRANSIENT.of(text));
    }
}
