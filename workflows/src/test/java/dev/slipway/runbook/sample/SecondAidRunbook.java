package dev.slipway.runbook.sample;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.runbook.NodeRunbook;
import io.temporal.workflow.WorkflowInit;

/** second-aid: its table leads on; it does nothing to the node itself. */
public final class SecondAidRunbook extends NodeRunbook implements SecondAid {
    @WorkflowInit
    public SecondAidRunbook(Trigger trigger) {
        super(trigger, "second-aid");
    }

    @Override
    protected void preChecks() {
        act(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found()));
    }

    @Override
    protected void procedure() {
        changed(java.util.List.of("nothing"));
    }

    @Override
    protected void verify(BaselineRef goal) {
        step(Step.FACTS, nodes, dev.slipway.port.Nodes::facts);
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        changed(java.util.List.of("nothing"));
    }
}
