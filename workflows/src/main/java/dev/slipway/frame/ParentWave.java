package dev.slipway.frame;

import dev.slipway.model.NodeRef;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** The wave that started this run, where one did. */
final class ParentWave {
    private final Optional<String> id = Workflow.getInfo().getParentWorkflowId();

    boolean is(String workflowId) {
        return id.filter(workflowId::equals).isPresent();
    }

    /** Tells the wave whether this node waits for a decision; fails where the wave is closed. */
    void decision(NodeRef node, boolean waits) {
        id.ifPresent(wave -> Workflow.newUntypedExternalWorkflowStub(wave).signal("decision", node, waits));
    }

    /**
     * Why a run was cancelled that is cancelled without a reason: a wave closes after its nodes, unless somebody closes
     * it by force. Empty where it is open, where no wave started the run, and for a run of an older worker.
     */
    Optional<String> closedByForce(NodeRef node) {
        if (id.isEmpty() || Workflow.getVersion("cancelled-run-asks-for-its-wave", Workflow.DEFAULT_VERSION, 1) < 1) {
            return Optional.empty();
        }
        try {
            decision(node, false);
            return Optional.empty();
        } catch (TemporalFailure closed) {
            return Optional.of(id.get() + " was closed by force");
        }
    }
}
