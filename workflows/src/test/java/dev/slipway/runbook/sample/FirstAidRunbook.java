package dev.slipway.runbook.sample;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import dev.slipway.runbook.NodeRunbook;
import dev.slipway.runbook.Port;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** first-aid: converges and reboots, whatever brought the node here. */
public final class FirstAidRunbook extends NodeRunbook implements FirstAid {
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step FACTS = new Step("facts-after", "Collect facts", NodeState.VERIFYING);
    private static final Step VERSIONS = new Step("gates", "Gates", NodeState.VERIFYING);
    private static final Step PROOF = new Step("proof", "Diagnostics", NodeState.VERIFYING);

    private final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(35));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));

    @WorkflowInit
    public FirstAidRunbook(Trigger trigger) {
        super(trigger, "first-aid");
    }

    @Override
    protected void preChecks() {
        act(Step.PRE_CHECKS, gates, (g, act) -> g.mayLeaveService(act, trigger, found()));
    }

    @Override
    protected void procedure() {
        changed(step(CONVERGE, packages, (p, act) -> p.converge(act, trigger.goal())));
        step(Step.REBOOT, power, (p, act) -> p.reboot(act, boot()));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(FACTS, nodes, Nodes::facts);
        step(VERSIONS, gates, (g, act) -> g.verify(act, now, goal, found())).forEach(this::prove);
        prove(step(PROOF, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(PROOF, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(PROOF, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        act(CONVERGE, ledger, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }
}
