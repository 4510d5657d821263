package dev.slipway.rollout;

import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** Reaches the rollout that a wave belongs to. */
final class ParentRollout {
    private final Optional<String> id = Workflow.getInfo().getParentWorkflowId();

    /** Returns the workflow id; blank for a wave that was started by itself. */
    String id() {
        return id.orElse("");
    }

    /** Signals to the rollout where its cancelled wave is; returns false if the rollout is closed. */
    boolean hears(WaveResult result) {
        try {
            id.ifPresent(
                    rollout -> Workflow.newUntypedExternalWorkflowStub(rollout).signal("waveCancelled", result));
            return true;
        } catch (TemporalFailure closed) {
            return false;
        }
    }
}
