package dev.slipway.runbook.sample;

import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.RunMode;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import io.temporal.workflow.WorkflowInit;

/** first-aid: converges and reboots, whatever brought the node here. */
public final class FirstAidRunbook extends NodeRunbook implements FirstAid {
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    private static final Step VERSIONS = new Step("gates", "Gates", NodeState.VERIFYING);
    private static final Step PROOF = new Step("record-verification", "Diagnostics", NodeState.VERIFYING);

    @WorkflowInit
    public FirstAidRunbook(Trigger trigger) {
        super(trigger, "first-aid", RunMode.REVERSIBLE);
    }

    @Override
    protected void procedure() {
        run.changed(run.step(CONVERGE, Packages.class, (p, act) -> p.converge(act, trigger.goal())));
        run.step(Step.REBOOT, Power.class, (p, act) -> p.reboot(act, run.boot()));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = run.step(FACTS, Nodes.class, Nodes::facts);
        run.step(VERSIONS, Gates.class, (g, act) -> g.verify(act, now, goal, run.found()))
                .forEach(run::prove);
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.diag(act, goal, 1)));
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.diag(act, goal, 3)));
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        run.act(CONVERGE, Ledger.class, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }
}
