package dev.slipway.frame;

import io.temporal.workflow.WorkflowInterface;

/**
 * A runbook in which something happens that no step foresees, at a place and of a kind that the trigger's {@code
 * change} names.
 */
@WorkflowInterface
public interface Unforeseen extends Runbook {

    /** Where. */
    enum Place {
        PRE_CHECKS,
        PROCEDURE,
        VERIFY,
        UNDO,
        VERIFY_OF_ROLLBACK,
        ROLLED_BACK,
        RESTORE,
        IN_SERVICE,
        UNDO_IN_SERVICE,
        CANDIDATE
    }

    /** What. */
    enum Kind {
        /** A signal to a run that is closed, or none. */
        SIGNAL,
        /** A child that cannot be had. */
        CHILD,
        /** A scope of the run's own that was cancelled. */
        CANCELLED,
        /** The engine's failure of anything else. */
        FAILURE,
        /** A defect of ours. */
        BUG
    }
}
