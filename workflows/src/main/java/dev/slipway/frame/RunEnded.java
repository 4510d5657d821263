package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import io.temporal.failure.TemporalFailure;

/**
 * Ends the run's way so far, with the reason for a person. Thrown by steps, gates and runbooks; only the frame acts on
 * it.
 */
public abstract sealed class RunEnded extends RuntimeException {
    private RunEnded(String reason) {
        super(reason);
    }

    /**
     * Runs a part of a run, in which each step has its own answer to a failure. What the engine reports outside them –
     * a run that cannot be signalled, a child that closed – holds the node: how far the part came is not known. A bug
     * in Slipway or in the SDK is none of these and fails the workflow task.
     */
    static void held(Runnable part) {
        try {
            part.run();
        } catch (TemporalFailure reported) {
            throw new Hold(Failures.reported(reported));
        }
    }

    /** Returns why, in a sentence for a person. */
    final String reason() {
        return String.valueOf(getMessage());
    }

    /** A gate was answered with no: the node was not touched, or goes back as found. */
    static final class Refused extends RunEnded {
        private final boolean tryAgain;

        Refused(String reason) {
            this(reason, false);
        }

        private Refused(String reason, boolean givesWay) {
            super(reason);
            this.tryAgain = givesWay;
        }

        /** Refuses the node for now: other work on it comes first. */
        static Refused skippedByPolicy(String reason) {
            return new Refused(reason, true);
        }

        /** Returns whether the node is worth another try later. */
        boolean tryAgain() {
            return tryAgain;
        }
    }

    /** Ends the run by undoing what was done. */
    static final class RollBack extends RunEnded {
        RollBack(String reason) {
            super(reason);
        }
    }

    /** The node stays cordoned for a person. */
    static final class Hold extends RunEnded {
        private final boolean failed;

        Hold(String reason) {
            this(reason, false);
        }

        /** Holds the node; {@code failed} if a step is known to have failed, and no decision was requested. */
        Hold(String reason, boolean failed) {
            super(reason);
            this.failed = failed;
        }

        boolean failed() {
            return failed;
        }
    }

    /** The node is the work of the runbook {@code slug}. */
    static final class Divert extends RunEnded {
        private final String why;
        private final boolean asFound;

        Divert(String slug, String why) {
            this(slug, why, false);
        }

        /** Diverts; {@code asFound} if nothing was changed yet: the node is to stay at its previous baseline. */
        Divert(String slug, String why, boolean asFound) {
            super(slug);
            this.why = why;
            this.asFound = asFound;
        }

        String slug() {
            return reason();
        }

        String why() {
            return why;
        }

        boolean asFound() {
            return asFound;
        }
    }

    /** A GPU of the node is to be replaced. */
    static final class ReplaceGpu extends RunEnded {
        ReplaceGpu(String reason) {
            super(reason);
        }
    }

    /** Reports that the node left the boot under which its gates were being answered. */
    static final class Crashed extends RunEnded {
        Crashed(String reason) {
            super("crashed under test: " + reason);
        }
    }
}
