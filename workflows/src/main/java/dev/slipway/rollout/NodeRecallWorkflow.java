package dev.slipway.rollout;

import dev.slipway.input.StartInput;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Nodes;
import dev.slipway.port.Releases;
import io.temporal.workflow.WorkflowInit;

/** Holds a node again, unless it was proved, held or released anew before this run had the node's lock. */
public final class NodeRecallWorkflow implements NodeRecall {

    @WorkflowInit
    public NodeRecallWorkflow(UnverifiedRelease request) {
        StartInput.check("the request", request);
    }

    @Override
    public String recall(UnverifiedRelease request) {
        ReleaseCalls calls = new ReleaseCalls(request, "Hold after a release without proof");
        Act act = calls.act(Step.HOLD);
        if (calls.port(Releases.class, ReleaseCalls.A_DAY).expired(act, request).isBlank()) {
            return "not held: it was proved, held or released anew since";
        }
        String reason =
                "released without proof until " + request.until() + " by " + request.who() + ", and not proved since";
        calls.port(Nodes.class, ReleaseCalls.A_DAY).hold(act, reason);
        calls.note(NodeState.HELD, Step.HOLD, reason);
        return "held again: " + reason;
    }
}
