package dev.slipway.activities.nodes;

import dev.slipway.activities.guard.FreshFacts;
import dev.slipway.activities.guard.NodeScheduler;
import dev.slipway.activities.guard.Readmittance;
import dev.slipway.ledger.Cordons;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import dev.slipway.model.FactsRef;
import dev.slipway.model.Readmission;
import dev.slipway.port.Nodes;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Nodes of every fleet: the scheduler does the work, the ledger remembers how the node was found. */
public final class FleetNodes implements Nodes {
    private final Function<Act, NodeScheduler> schedulers;
    private final FreshFacts facts;
    private final Readmittance readmittance;
    private final Cordons cordons;
    private final HeldNodes held;
    private final InstantSource clock;

    public FleetNodes(
            Function<Act, NodeScheduler> schedulers,
            FreshFacts facts,
            Readmittance readmittance,
            LedgerDatabase ledger,
            InstantSource clock) {
        this.schedulers = schedulers;
        this.facts = facts;
        this.readmittance = readmittance;
        this.cordons = ledger.cordons();
        this.held = ledger.held();
        this.clock = clock;
    }

    @Override
    public FactsRef facts(Act act) {
        return facts.read(act);
    }

    /** The node's own mark is the truth; the ledger keeps a copy for people and for a node whose object is lost. */
    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        CordonRecord found = schedulers.apply(act).cordon(act, adopt);
        if (!cordons.keepFirst(found).ownerToken().equals(act.token())) {
            cordons.replace(found);
        }
        if (adopt) {
            held.remove(act.node());
        }
        return found;
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        return schedulers.apply(act).drain(act, policy);
    }

    /** The record of how the node was found stays until the run ends: the soak asks for it. */
    @Override
    public void readmit(Act act, Readmission wish) {
        readmittance.readmit(act, wish);
    }

    /** The list of held nodes is written first: a node that cannot be marked must still be on it. */
    @Override
    public void hold(Act act, String reason) {
        held.put(new HeldNodes.Held(
                act.node(),
                act.fleet(),
                reason,
                act.token(),
                act.workflowId(),
                Optional.empty(),
                Optional.empty(),
                clock.instant()));
        schedulers.apply(act).hold(act, reason);
    }
}
