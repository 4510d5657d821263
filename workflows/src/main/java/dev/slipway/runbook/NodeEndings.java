package dev.slipway.runbook;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Durations;
import dev.slipway.model.Leg;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeState;
import dev.slipway.model.Outcome;
import dev.slipway.model.Readmission;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Ledger;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ways in which a run leaves its node where it is not readmitted with proof. */
abstract class NodeEndings extends NodeSteps {
    NodeEndings(Trigger trigger, String slug) {
        super(trigger, slug);
    }

    /** How a run ended, and why. */
    record Ending(Outcome outcome, String reason) {}

    /**
     * The procedure of a runbook that works in service. The node is neither taken out nor given back; what was done is undone
     * where the procedure does not come to its end, and only a node of which that is not known is taken out.
     */
    final Ending inService() {
        journal.line("works in service: no cordon, no drain, and so no readmission");
        Ending failed;
        try {
            Failures.held(this::procedure);
            return new Ending(Outcome.CONVERGED, "");
        } catch (GateClosed closed) {
            failed = new Ending(Outcome.UNTOUCHED, closed.reason());
        } catch (RollBackWanted wanted) {
            failed = new Ending(Outcome.ROLLED_BACK, wanted.reason());
        } catch (HoldWanted wanted) {
            failed = new Ending(Outcome.HELD, wanted.reason());
        }
        steps.rollingBack();
        journal.line("undoing: " + failed.reason());
        String reason = failed.reason();
        try {
            compensations.run();
        } catch (GateClosed | RollBackWanted | HoldWanted stuck) {
            reason += "; not undone: " + stuck.getMessage();
            failed = new Ending(Outcome.HELD, reason);
        }
        if (failed.outcome() != Outcome.HELD) {
            return failed;
        }
        cordonTried = true;
        return hold(reason);
    }

    /** What a person should know of a node that converged: a gate that could not be run, a cordon that is not ours. */
    final String converged() {
        List<String> told = new ArrayList<>();
        proofs.stream()
                .filter(proof ->
                        proof.verdict() == Verdict.NOT_RUN && !proof.bootId().isEmpty())
                .map(proof -> proof.gate() + " was not run: " + proof.detail())
                .forEach(told::add);
        if (cordon.orElseThrow().foreign()) {
            told.add("left cordoned as it was found");
        }
        return String.join("; ", told);
    }

    /** Ends this runbook: the node stays out for a person, with this reason. */
    protected final void stays(String why) {
        journal.line("stays out: " + why);
        throw new HoldWanted(why);
    }

    /** Ends this runbook: a GPU of the node is to be replaced, and the node is held until a person has done so. */
    protected final void replace(String why) {
        journal.line("a GPU is to be replaced: " + why);
        throw new RmaWanted(why);
    }

    /** Ends this runbook: what it did in service is undone; a node that is out is held. */
    protected final void undone(String why) {
        journal.line(why);
        throw new RollBackWanted(why);
    }

    /** Leaves the node alone for that long, unless the run is to stop. */
    protected final void idle(Duration time) {
        journal.waits("idles for " + Durations.words(time));
        WorkflowWaits.atMost(time, this::stopWanted);
        safePoint();
    }

    /**
     * A node that nothing was done to goes back as found, when that can be shown; else it is held. What an earlier
     * runbook on the way here did cannot be shown from the facts of this one.
     */
    final Ending releaseUntouched(String reason) {
        if (cordon.isEmpty() && !cordonTried) {
            return new Ending(Outcome.UNTOUCHED, reason);
        }
        if (trigger.reason().healthFault()
                || forwardOnly()
                || trigger.options().adopt()
                || trigger.carried().isPresent()
                || found.isEmpty()
                || cordon.isEmpty()) {
            return hold(reason);
        }
        try {
            steps.undoing();
            act(
                    Step.READMIT,
                    nodes,
                    (n, act) -> n.readmit(
                            act, Readmission.asFound(cordon.orElseThrow(), found.orElseThrow(), drain.emptied())));
            return new Ending(Outcome.UNTOUCHED, reason);
        } catch (GateClosed | RollBackWanted | HoldWanted refused) {
            return hold(reason + "; could not be shown untouched: " + refused.getMessage());
        }
    }

    final Ending hold(String reason) {
        steps.undoing();
        if (cordon.isEmpty() && !cordonTried) {
            return new Ending(Outcome.UNTOUCHED, reason);
        }
        String why = restored(reason);
        try {
            act(Step.HOLD, nodes, (n, act) -> n.hold(act, why));
        } catch (GateClosed | RollBackWanted | HoldWanted unmarked) {
            journal.line("the node is cordoned, its reason could not be written on it: " + unmarked.getMessage());
        }
        return new Ending(Outcome.HELD, why);
    }

    /** Held first, and then told to whoever replaces the GPU: nothing of that keeps the node from being held. */
    final Ending replaced(String reason) {
        Ending held = hold("RMA candidate: " + reason);
        if (held.outcome() != Outcome.HELD) {
            return held;
        }
        try {
            return new Ending(Outcome.RMA_CANDIDATE, candidate(held.reason()));
        } catch (TemporalFailure reported) {
            return new Ending(Outcome.RMA_CANDIDATE, held.reason() + "; " + Failures.reported(reported));
        }
    }

    /** A person must know of a node that stays out, and of a change that a node did not bear. */
    final void tell(NodeOutcome outcome) {
        switch (outcome.outcome()) {
            case HELD, RMA_CANDIDATE, ROLLED_BACK ->
                steps.telling()
                        .tell(
                                trigger.fleet(),
                                trigger.node().toString(),
                                outcome.outcome().name(),
                                slug + " towards " + trigger.goal() + " ended " + outcome);
            case CONVERGED, UNTOUCHED -> {}
        }
    }

    /** Writes the end down, gives back what was borrowed, and tells people. */
    final NodeOutcome end(Ending of) {
        Ending ending =
                new Ending(of.outcome(), diagnosed.map(d -> d.told(of.reason())).orElse(of.reason()));
        List<Leg> legs = legs(diagnosed, NodeOutcome.words(ending.outcome(), ending.reason()));
        NodeOutcome outcome = new NodeOutcome(
                trigger.node(),
                ending.outcome(),
                ending.reason(),
                diagnosed.map(Diagnosed::row).orElse(""),
                List.copyOf(changed),
                path(),
                legs.getFirst().began(),
                Steps.now(),
                failedGate,
                gaveWay && ending.outcome() == Outcome.UNTOUCHED,
                legs);
        journal.line("ended " + outcome);
        steps.undoing();
        NodeState last = ending.outcome().out() ? NodeState.HELD : NodeState.IN_SERVICE;
        try {
            last = step(Step.RELEASE, Port.patient(Ledger.class), (l, act) -> l.ended(act, outcome));
        } catch (GateClosed | RollBackWanted | HoldWanted unwritten) {
            journal.line("the ledger does not know this end: " + unwritten.getMessage());
        }
        leave.giveBack(journal);
        tell(outcome);
        Workflow.upsertTypedSearchAttributes(SearchKeys.NODE_STATE.valueSet(last.word()));
        journal.state(last);
        steps.telling().heard();
        Workflow.await(Workflow::isEveryHandlerFinished);
        return outcome;
    }
}
