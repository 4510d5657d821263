package dev.slipway.activities.nodes;

import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Readmission;
import dev.slipway.port.Nodes;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;

/** Manages nodes of every fleet: the scheduler does the work, the ledger records how the node was found. */
public final class FleetNodes implements Nodes {
    private final Schedulers schedulers;
    private final FreshFacts facts;
    private final Readmittance readmittance;
    private final SmokeGate smoke;
    private final NodeMemory memory;

    public FleetNodes(
            Schedulers schedulers, FreshFacts facts, Readmittance readmittance, SmokeGate smoke, NodeMemory memory) {
        this.schedulers = schedulers;
        this.facts = facts;
        this.readmittance = readmittance;
        this.smoke = smoke;
        this.memory = memory;
    }

    @Override
    public FactsRef facts(Act act) {
        return facts.read(act);
    }

    @Override
    public FactsRef factsAnew(Act act, FactsRef before) {
        FactsRef now = facts.read(act);
        memory.sameGpus(act, before, now);
        return now;
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        checkLeave(act);
        CordonRecord found = schedulers.of(act).cordon(act, adopt);
        memory.cordoned(act, found, adopt);
        return found;
    }

    /**
     * Refuses a run without a grant while nothing is done yet; a node that this run has cordoned before its grant was
     * revoked stays cordoned.
     */
    private void checkLeave(Act act) {
        Optional<String> refusal = memory.refusal(act);
        if (refusal.isPresent() && !schedulers.of(act).standing(act).ownedBy(act.token())) {
            throw FailureType.SKIPPED_BY_POLICY.of(
                    act.node() + " stays in service: its capacity grant is not valid any more: " + refusal.get()
                            + ". Start the run again");
        }
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        return schedulers.of(act).drain(act, policy);
    }

    @Override
    public GateResult smoke(Act act, BaselineRef goal) {
        return smoke.smoke(act, goal);
    }

    /** Readmits the node. The record of how it was found stays until the run ends, because the soak needs it. */
    @Override
    public void readmit(Act act, Readmission request) {
        readmittance.readmit(act, request);
    }

    @Override
    public void siteAnswers(Act act) {
        try {
            schedulers.of(act).standing(act);
            smoke.boots().now(act);
        } catch (ApplicationFailure other) {
            // Other messages are for the step that needs them.
            FailureType.PART_AWAY.rethrow(other);
        }
    }

    /** The list of held nodes is written first: a node that cannot be marked must still be on it. */
    @Override
    public void hold(Act act, String reason) {
        memory.held(act, reason);
        schedulers.of(act).hold(act, reason);
    }
}
