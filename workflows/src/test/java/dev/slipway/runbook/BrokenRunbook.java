package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeState;
import dev.slipway.model.Readmission;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.VerificationRecord;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Goes past the frame through the ports, as a careless runbook could. */
public final class BrokenRunbook extends NodeRunbook implements Broken {
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step EARLY = new Step("early", "Readmit early", NodeState.CORDONED);
    private static final Step PROOF = new Step("proof", "Diagnostics", NodeState.VERIFYING);
    private final Port<Packages> packages = Port.lasting(Packages.class, Duration.ofMinutes(45));
    private final Port<Power> power = Port.lasting(Power.class, Duration.ofMinutes(35));
    private final Port<Diagnostics> diagnostics = Port.lasting(Diagnostics.class, Duration.ofMinutes(60));
    private final Defect defect;

    @WorkflowInit
    public BrokenRunbook(Trigger trigger) {
        super(trigger, "broken");
        defect = Defect.valueOf(trigger.options().change().orElseThrow());
    }

    @Override
    protected void preChecks() {
        if (defect == Defect.CONVERGES_BEFORE_THE_DRAIN) {
            converge();
        }
    }

    @Override
    protected void procedure() {
        converge();
        FactsRef before = step(PROOF, nodes, Nodes::facts);
        step(Step.REBOOT, power, (p, act) -> p.reboot(act, boot()));
        CordonRecord ours = cordon.orElseThrow();
        switch (defect) {
            case READMITS_WITHOUT_PROOF -> readmit(ours, Optional.of(step(PROOF, nodes, Nodes::facts)));
            case READMITS_ON_THE_PROOF_OF_ANOTHER_BOOT -> readmit(ours, Optional.of(before));
            case READMITS_AS_UNTOUCHED_WHAT_IT_CHANGED -> readmit(ours, Optional.empty());
            case LIFTS_A_FOREIGN_CORDON ->
                cordon = Optional.of(
                        new CordonRecord(ours.node(), ours.ownerToken(), "schedulable", "", false, ours.since()));
            case REBOOTS_TWICE -> {
                String now = step(PROOF, nodes, Nodes::facts).bootId();
                step(Step.REBOOT, power, (p, act) -> p.reboot(act, now));
            }
            case NONE, CONVERGES_BEFORE_THE_DRAIN -> {}
        }
    }

    private void converge() {
        changed(step(CONVERGE, packages, (p, act) -> p.converge(act, trigger.goal())));
    }

    private void readmit(CordonRecord ours, Optional<FactsRef> seen) {
        Optional<VerificationRecord> proof = seen.map(facts -> new VerificationRecord(
                trigger.node(), steps.token(), trigger.goal(), facts.bootId(), facts.hash(), List.of(), Steps.now()));
        act(
                EARLY,
                nodes,
                (n, act) ->
                        n.readmit(act, new Readmission(ours, proof, proof.isEmpty() ? found : Optional.empty(), true)));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = step(PROOF, nodes, Nodes::facts);
        step(PROOF, gates, (g, act) -> g.verify(act, now, goal, found())).forEach(this::prove);
        prove(step(PROOF, diagnostics, (d, act) -> d.diag(act, goal, 1)));
        prove(step(PROOF, diagnostics, (d, act) -> d.diag(act, goal, 3)));
        prove(step(PROOF, diagnostics, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        act(PROOF, ledger, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }
}
