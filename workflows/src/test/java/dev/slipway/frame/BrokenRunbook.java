package dev.slipway.frame;

import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.node.VerificationRecord;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.Optional;

/** Goes past the frame through the ports, as a careless runbook could. */
public final class BrokenRunbook extends NodeRunbook implements Broken {
    private static final Step CONVERGE = new Step("converge", "Converge packages", NodeState.MUTATING);
    private static final Step EARLY = new Step("early", "Readmit early", NodeState.CORDONED);
    private static final Step PROOF = new Step("record-verification", "Diagnostics", NodeState.VERIFYING);
    private final Defect defect;

    @WorkflowInit
    public BrokenRunbook(Trigger trigger) {
        super(trigger, "broken", RunMode.REVERSIBLE);
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
        FactsRef before = run.step(PROOF, Nodes.class, Nodes::facts);
        run.step(Step.REBOOT, Power.class, (p, act) -> p.reboot(act, run.boot()));
        CordonRecord ours = run.cordoning.record().orElseThrow();
        switch (defect) {
            case READMITS_WITHOUT_PROOF -> readmit(ours, Optional.of(run.step(PROOF, Nodes.class, Nodes::facts)));
            case READMITS_ON_THE_PROOF_OF_ANOTHER_BOOT -> readmit(ours, Optional.of(before));
            case READMITS_AS_UNTOUCHED_WHAT_IT_CHANGED -> readmit(ours, Optional.empty());
            case LIFTS_A_FOREIGN_CORDON ->
                run.cordoning.taken(
                        new CordonRecord(ours.node(), ours.ownerToken(), "schedulable", "", false, ours.since()));
            case REBOOTS_TWICE -> {
                String now = run.step(PROOF, Nodes.class, Nodes::facts).bootId();
                run.step(Step.REBOOT, Power.class, (p, act) -> p.reboot(act, now));
            }
            case NONE, CONVERGES_BEFORE_THE_DRAIN -> {}
        }
    }

    private void converge() {
        run.changed(run.step(CONVERGE, Packages.class, (p, act) -> p.converge(act, trigger.goal())));
    }

    private void readmit(CordonRecord ours, Optional<FactsRef> seen) {
        Optional<VerificationRecord> proof = seen.map(facts -> new VerificationRecord(
                trigger.node(),
                run.binding.token(),
                trigger.goal(),
                facts.bootId(),
                facts.hash(),
                List.of(),
                WorkflowTimers.now()));
        run.act(
                EARLY,
                Nodes.class,
                (n, act) -> n.readmit(
                        act,
                        new Readmission(ours, proof, proof.isEmpty() ? run.readings.found() : Optional.empty(), true)));
    }

    @Override
    protected void verify(BaselineRef goal) {
        FactsRef now = run.step(PROOF, Nodes.class, Nodes::facts);
        run.step(PROOF, Gates.class, (g, act) -> g.verify(act, now, goal, run.found()))
                .forEach(run::prove);
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.diag(act, goal, 1)));
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.diag(act, goal, 3)));
        run.prove(run.step(PROOF, Diagnostics.class, (d, act) -> d.nccl(act, goal)));
    }

    @Override
    protected void rolledBack(BaselineRef previous, String reason) {
        run.act(PROOF, Ledger.class, (l, act) -> l.pin(act, previous, trigger.goal(), reason));
    }
}
