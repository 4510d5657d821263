package dev.slipway.frame.engine;

import dev.slipway.model.node.NodeRef;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** Reaches the wave that started this run, if one did. */
public final class ParentWave {
    private final Optional<String> id = Workflow.getInfo().getParentWorkflowId();

    public boolean is(String workflowId) {
        return id.filter(workflowId::equals).isPresent();
    }

    /** Returns whether a wave of that rollout started this run. */
    public boolean ofRollout(String change) {
        return id.filter(wave -> wave.startsWith(idsOf(change))).isPresent();
    }

    /** Returns how the workflow ids of all waves of that rollout begin; the number of the wave follows. */
    public static String idsOf(String change) {
        return "rollout/" + change + "/wave/";
    }

    /** Reports to the wave whether this node waits for a decision; fails if the wave is closed. */
    public void decision(NodeRef node, boolean waits) {
        id.ifPresent(wave -> Workflow.newUntypedExternalWorkflowStub(wave).signal("decision", node, waits));
    }

    /**
     * Returns why a run without a cancel reason was cancelled: a wave closes after its nodes, unless somebody closes it
     * by force. Empty if the wave is open, if no wave started the run, and for a run of an older worker.
     */
    public Optional<String> closedByForce(NodeRef node) {
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
