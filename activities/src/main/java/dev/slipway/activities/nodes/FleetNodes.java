package dev.slipway.activities.nodes;

import dev.slipway.activities.record.LedgerGrants;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.Grants;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.ledger.Cordons;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import dev.slipway.model.FactsRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Readmission;
import dev.slipway.model.Verdict;
import dev.slipway.port.Nodes;
import io.temporal.failure.ApplicationFailure;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Nodes of every fleet: the scheduler does the work, the ledger remembers how the node was found. */
public final class FleetNodes implements Nodes {
    private final Function<Act, NodeScheduler> schedulers;
    private final FreshFacts facts;
    private final Return back;
    private final GpuBoards boards;
    private final Cordons cordons;
    private final HeldNodes held;
    private final Grants grants;
    private final InstantSource clock;

    /**
     * What lets a node back: the way in, the job of gate G10 where policy names one, where the job's words are kept, and
     * when none may begin; and which boot a node runs.
     */
    public record Return(
            Readmittance readmittance,
            BiFunction<Act, BaselineRef, Optional<SmokeJob>> jobs,
            BiConsumer<Act, List<String>> evidence,
            Heat heat,
            NodeBoots boots) {}

    public FleetNodes(
            Function<Act, NodeScheduler> schedulers,
            FreshFacts facts,
            Return back,
            LedgerDatabase ledger,
            InstantSource clock) {
        this.schedulers = schedulers;
        this.facts = facts;
        this.back = back;
        this.boards = new GpuBoards(ledger.facts());
        this.cordons = ledger.cordons();
        this.held = ledger.held();
        this.grants = new LedgerGrants(ledger);
        this.clock = clock;
    }

    @Override
    public FactsRef facts(Act act) {
        return facts.read(act);
    }

    @Override
    public FactsRef factsAnew(Act act, FactsRef before) {
        FactsRef now = facts.read(act);
        List<String> strange = boards.strange(before.id(), now.id());
        if (!strange.isEmpty()) {
            throw FailureType.ANOTHER_MACHINE.of(act.node() + " was written anew, and has other GPUs than before: "
                    + String.join(", ", strange) + " answers now; before were known " + boards.known(before.id()));
        }
        return now;
    }

    /** The node's own mark is the truth; the ledger keeps a copy for people and for a node whose object is lost. */
    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        leaveStands(act);
        CordonRecord found = schedulers.apply(act).cordon(act, adopt);
        if (!cordons.keepFirst(found).ownerToken().equals(act.token())) {
            cordons.replace(found);
        }
        if (adopt) {
            held.remove(act.node());
        }
        return found;
    }

    /** Refused while nothing is done yet; a node that this run has cordoned before its leave was taken back stays so. */
    private void leaveStands(Act act) {
        Optional<String> refusal = grants.refusal(act);
        if (refusal.isPresent() && !schedulers.apply(act).standing(act).ownedBy(act.token())) {
            throw FailureType.GIVES_WAY.of(act.node() + " stays in service, its leave does not stand any more: "
                    + refusal.get() + ". Start the run again");
        }
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        return schedulers.apply(act).drain(act, policy);
    }

    @Override
    public GateResult smoke(Act act, BaselineRef goal) {
        Optional<SmokeJob> job = back.jobs().apply(act, goal);
        if (job.isEmpty()) {
            return new GateResult("G10", Verdict.NOT_RUN, "no smoke job in the policy");
        }
        back.heat().mayBegin(act.fleet());
        NodeScheduler.Smoked smoked = schedulers.apply(act).smoke(act, job.get());
        if (!smoked.output().isEmpty()) {
            back.evidence().accept(act, smoked.output());
        }
        return ofItsBoot(act, smoked.result());
    }

    /** The scheduler does not say under which boot a job ended: the node is asked as soon as it has. */
    private GateResult ofItsBoot(Act act, GateResult result) {
        if (result.verdict() == Verdict.NOT_RUN) {
            return result;
        }
        String boot = back.boots()
                .now(act)
                .map(NodeBoots.NodeBoot::bootId)
                .value()
                .orElseThrow(() ->
                        FailureType.TRANSIENT.of(act.node() + " does not say under which boot its smoke job ended"));
        if (!act.bootId().isEmpty() && !act.bootId().equals(boot)) {
            return new GateResult(result.gate(), Verdict.CRASHED, result.detail(), boot);
        }
        if (result.verdict() == Verdict.INFRASTRUCTURE) {
            // No verdict on the node: a person may put the cause right and have the job run again.
            throw FailureType.AMBIGUOUS.of(result.toString());
        }
        return result.under(boot);
    }

    /** The record of how the node was found stays until the run ends: the soak asks for it. */
    @Override
    public void readmit(Act act, Readmission wish) {
        back.readmittance().readmit(act, wish);
    }

    @Override
    public void siteAnswers(Act act) {
        try {
            schedulers.apply(act).standing(act);
            back.boots().now(act);
        } catch (ApplicationFailure other) {
            // What else they say is for the step to hear that needs them.
            FailureType.PART_AWAY.rethrow(other);
        }
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
