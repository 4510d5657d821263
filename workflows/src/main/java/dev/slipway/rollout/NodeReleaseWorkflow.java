package dev.slipway.rollout;

import dev.slipway.frame.engine.Failures;
import dev.slipway.input.StartInput;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.WorkflowInit;

/** Releases a node: puts it back, then writes how it was left into the row that tables show. */
public final class NodeReleaseWorkflow implements NodeRelease {
    private static final int TRIES = 5;

    @WorkflowInit
    public NodeReleaseWorkflow(UnverifiedRelease request) {
        StartInput.check("the request", request);
    }

    @Override
    public String release(UnverifiedRelease request) {
        ReleaseCalls calls = new ReleaseCalls(request, "Release without proof");
        String said = calls.port(Releases.class, TRIES).release(calls.act(Step.RELEASE), request);
        try {
            calls.note(NodeState.IN_SERVICE, Step.RELEASE, "released by " + request.who() + ": " + said);
            return said;
        } catch (TemporalFailure unwritten) {
            return said + "; tables do not show it yet, because its row could not be written: "
                    + Failures.text(unwritten);
        }
    }
}
