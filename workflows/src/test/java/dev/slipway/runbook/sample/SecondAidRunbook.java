package dev.slipway.runbook.sample;

import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Nodes;
import io.temporal.workflow.WorkflowInit;
import java.util.List;

/** second-aid: its table leads on; it does nothing to the node itself. */
public final class SecondAidRunbook extends NodeRunbook implements SecondAid {
    @WorkflowInit
    public SecondAidRunbook(Trigger trigger) {
        super(trigger, "second-aid", RunMode.REVERSIBLE);
    }

    @Override
    protected void procedure() {
        run.changed(List.of("nothing"));
    }

    @Override
    protected void verify(BaselineRef goal) {
        run.step(Step.FACTS, Nodes.class, Nodes::facts);
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        run.changed(List.of("nothing"));
    }
}
