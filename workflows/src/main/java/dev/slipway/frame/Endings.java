package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.NotificationState;
import dev.slipway.model.Outcome;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.PathEntry;
import dev.slipway.model.node.Readmission;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Holds the ways in which a run leaves its node if it is not readmitted with proof, and what every end has in common.
 */
final class Endings {
    private final RunContext run;
    private final RunMode mode;
    private final PatientDrain drain;

    Endings(RunContext run, RunMode mode, PatientDrain drain) {
        this.run = run;
        this.mode = mode;
        this.drain = drain;
    }

    /**
     * Returns the ending of a node that converged, with what a person should know: a gate that could not be run, a
     * cordon that is not ours.
     */
    Ending converged() {
        List<String> remarks = new ArrayList<>(run.proofs.notRun());
        if (run.cordoning.record().orElseThrow().foreign()) {
            remarks.add("left cordoned as it was found");
        }
        return new Ending(Outcome.CONVERGED, String.join("; ", remarks));
    }

    /**
     * A node that nothing was done to goes back as found, when that can be shown; else it is held. What an earlier
     * runbook on the way here did cannot be shown from the facts of this one.
     */
    Ending releaseUntouched(String reason) {
        if (run.cordoning.never()) {
            return new Ending(Outcome.UNTOUCHED, reason);
        }
        if (run.trigger.reason().healthFault()
                || mode.forwardOnly()
                || run.trigger.options().adopt()
                || run.trigger.carried().isPresent()
                || run.readings.found().isEmpty()
                || run.cordoning.record().isEmpty()) {
            return hold(reason);
        }
        try {
            run.steps.undoing();
            Readmission asFound = Readmission.asFound(run.cordoning.record().get(), run.found(), drain.emptied());
            run.act(Step.READMIT, Nodes.class, (n, act) -> n.readmit(act, asFound));
            return new Ending(Outcome.UNTOUCHED, reason);
        } catch (RunEnded refused) {
            return hold(reason + "; could not be shown untouched: " + refused.reason());
        }
    }

    /** Leaves the node cordoned for a person, and puts back what must be as it was found. */
    Ending hold(String reason) {
        run.steps.undoing();
        if (run.cordoning.never()) {
            return new Ending(Outcome.UNTOUCHED, reason);
        }
        List<String> left = run.restores.runAll();
        String why = left.isEmpty() ? reason : reason + "; not put back: " + String.join("; ", left);
        try {
            run.act(Step.HOLD, Nodes.class, (n, act) -> n.hold(act, why));
        } catch (RunEnded unmarked) {
            run.journal.line("the node is cordoned, its reason could not be written on it: " + unmarked.reason());
        }
        return new Ending(Outcome.HELD, why);
    }

    /**
     * Holds the node first, and then lets {@code report} report it to the people who replace the GPU: no failure of
     * that prevents the hold.
     */
    Ending holdForReplacement(String reason, UnaryOperator<String> report) {
        Ending held = hold("RMA candidate: " + reason);
        if (held.outcome() != Outcome.HELD) {
            return held;
        }
        try {
            return new Ending(Outcome.RMA_CANDIDATE, report.apply(held.reason()));
        } catch (TemporalFailure reported) {
            return new Ending(Outcome.RMA_CANDIDATE, held.reason() + "; " + Failures.reported(reported));
        }
    }

    /** Writes the end down, gives back what was borrowed, and notifies people. */
    NodeOutcome end(Ending of, boolean gaveWay) {
        Ending ending =
                of.because(run.readings.row().map(d -> d.sentence(of.reason())).orElse(of.reason()));
        List<PathEntry> entries =
                run.path.entries(run.readings.row(), NodeOutcome.words(ending.outcome(), ending.reason()));
        NodeOutcome outcome = new NodeOutcome(
                run.trigger.node(),
                ending.outcome(),
                ending.reason(),
                run.readings.row().map(Diagnosed::row).orElse(""),
                run.changed(),
                run.path.slugs(),
                entries.getFirst().began(),
                WorkflowTimers.now(),
                run.proofs.failedGate(),
                gaveWay && ending.outcome() == Outcome.UNTOUCHED,
                entries,
                run.trigger.options().change().orElse(""),
                ending.outcome() == Outcome.UNTOUCHED && run.readings.clean());
        run.journal.line("ended " + outcome);
        run.steps.undoing();
        NodeState left = leaves(outcome.outcome()) ? NodeState.HELD : NodeState.IN_SERVICE;
        run.journal.leaves(left);
        NodeState last = written(outcome, left);
        run.lease.giveBack(run.journal);
        notifyPeople(outcome);
        Workflow.upsertTypedSearchAttributes(SearchKeys.NODE_STATE.valueSet(last.word()));
        run.journal.ended(last);
        run.steps.notifications().heard();
        Workflow.await(Workflow::isEveryHandlerFinished);
        return outcome;
    }

    /** A node that was held is held still where a run that adopted it ends before its cordon. */
    private boolean leaves(Outcome outcome) {
        return outcome.out()
                || (outcome == Outcome.UNTOUCHED && run.trigger.options().adopt());
    }

    private NodeState written(NodeOutcome outcome, NodeState left) {
        try {
            return run.step(Step.RELEASE, Ledger.class, (l, act) -> l.ended(act, outcome));
        } catch (RunEnded unwritten) {
            run.journal.line("the ledger does not know this end: " + unwritten.reason());
            return left;
        }
    }

    /** A person must know of a node that stays out, and of a change that a node did not bear. */
    private void notifyPeople(NodeOutcome outcome) {
        switch (outcome.outcome()) {
            case HELD, RMA_CANDIDATE, ROLLED_BACK ->
                run.steps
                        .notifications()
                        .tell(
                                run.trigger.fleet(),
                                run.trigger.node().toString(),
                                NotificationState.valueOf(outcome.outcome().name()),
                                run.slug + " towards " + run.trigger.goal() + " ended " + outcome);
            case CONVERGED, UNTOUCHED -> {}
        }
    }
}
