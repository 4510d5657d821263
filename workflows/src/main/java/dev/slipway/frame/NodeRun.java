package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.ParentWave;
import dev.slipway.frame.engine.Port;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.port.Nodes;
import io.temporal.failure.TemporalFailure;

/**
 * Runs the order that every node runbook follows:
 *
 * <ol>
 *   <li>A node with a health fault is cordoned at once. Its facts are read and diagnosed by the runbook's table; then
 *       come the pre-checks, unless its fault makes the node unsafe.
 *   <li>A runbook that works in service does its procedure now and ends; what it did is undone where that fails.
 *   <li>The run gets a grant from the budget (after a wait the facts are read again), cordons the node, captures
 *       evidence, and drains it.
 *   <li>The runbook's procedure, then its verification; readmission; soak; release.
 *   <li>On failure: the compensations newest first, verification of the node as it was, readmission. Else, if the
 *       runbook has one, the goal's image, verification, readmission. Else the node is held.
 * </ol>
 *
 * <p>It guarantees: the cordon is the resting state. Nothing is changed before the node is proven empty. A node returns
 * only with proof for its present boot. A run that is stopped in any way ends readmitted with proof, rolled back with
 * the same proof, or held. Every end is a {@link RunEnded}, which {@link #ended} turns into an outcome; an undo, and a
 * step whose failure does not end the run, catch their own. Steps run detached from cancellation: a stop is checked for
 * at safe points, and while a drain waits.
 */
final class NodeRun {
    private final NodeRunbook runbook;
    private final RunMode mode;
    private final RunContext run;
    private final PatientDrain drain;
    private final Endings endings;
    private final ReturnToService back;
    private final Diversion diversion;
    private boolean mutated;
    private boolean gaveWay;

    NodeRun(NodeRunbook runbook, RunMode mode, RunContext run) {
        this.runbook = runbook;
        this.mode = mode;
        this.run = run;
        this.drain = new PatientDrain(run.trigger, run.journal, run.decisions);
        this.endings = new Endings(run, mode, drain);
        this.back = new ReturnToService(runbook, run, endings);
        this.diversion = new Diversion(run, endings);
    }

    /** Brings the node through the runbook; returns how it was left. */
    NodeOutcome bring() {
        boolean faulty = run.trigger.reason() == Reason.HEALTH_FAULT;
        if (staysInService() && !faulty) {
            run.journal.changeKind(RunKind.IN_SERVICE_RUN);
        } else {
            goesOutOfService();
        }
        run.journal.about(run.slug + " on " + run.trigger.node() + " towards " + run.trigger.goal() + " – "
                + run.trigger.reason() + " by " + run.trigger.who());
        run.trigger.carried().ifPresent(c -> c.entries().forEach(pathEntry -> run.journal.line(pathEntry.toString())));
        Ending ending;
        try {
            ending = ending();
        } catch (TemporalFailure reported) {
            ending = endings.hold(Failures.reported(reported));
        }
        return endings.end(explained(ending), gaveWay);
    }

    private boolean staysInService() {
        return mode.inService()
                && !run.cordoning.known()
                && !run.trigger.options().adopt();
    }

    private void goesOutOfService() {
        run.journal.changeKind(mode.forwardOnly() ? RunKind.FORWARD_ONLY_RUN : RunKind.NODE_RUN);
        run.steps.forwardOnly(mode.forwardOnly());
    }

    private Ending explained(Ending ending) {
        if (ending.outcome() == Outcome.CONVERGED || !run.decisions.cancelledUnexplained()) {
            return ending;
        }
        return new ParentWave()
                .closedByForce(run.trigger.node())
                .map(why -> ending.because(ending.reason() + ": its wave " + why))
                .orElse(ending);
    }

    private Ending ending() {
        try {
            return forward();
        } catch (RunEnded end) {
            return ended(end);
        }
    }

    private Ending ended(RunEnded end) {
        if (!back.begun()) {
            run.decisions.readmitting(false);
        }
        return switch (end) {
            case RunEnded.Refused refused -> {
                gaveWay = refused.tryAgain();
                yield mutated ? endings.hold(refused.reason()) : endings.releaseUntouched(refused.reason());
            }
            case RunEnded.RollBack wanted ->
                mode.forwardOnly() ? endForwardOnly(wanted.reason()) : rollBack(wanted.reason());
            case RunEnded.Hold wanted -> endings.hold(wanted.reason());
            case RunEnded.Divert wanted -> diversion.to(wanted);
            case RunEnded.ReplaceGpu wanted -> endings.holdForReplacement(wanted.reason(), runbook::reportCandidate);
            case RunEnded.Crashed crash -> diversion.crashed(crash.reason());
        };
    }

    private Ending forward() {
        run.cordoning.faultyAtOnce();
        run.readings.read(mode.lookBack());
        if (run.trigger.reason() != Reason.HEALTH_FAULT && run.decisions.stopWanted()) {
            throw new RunEnded.Refused(run.decisions.stopReason());
        }
        boolean ours = run.readings.ours();
        if (ours || run.diagnosed().route().leadsAwayFromService()) {
            RunEnded.held(runbook::preChecks);
        }
        if (ours && staysInService()) {
            return new InServiceRun(run, endings).of(runbook::procedure);
        }
        takeOutOfService();
        run.readings.endWhereNotOurs();
        run.captureEvidence();
        run.safePoint();
        Port<Nodes> draining =
                Port.lasting(Nodes.class, run.trigger.policy().drainTimeout().plusMinutes(10));
        run.step(Step.DRAIN, draining, drain::untilEmpty);
        run.safePoint();
        boolean clean = run.readings.clean();
        if (clean || run.trigger.previous().isEmpty()) {
            run.journal.changeKind(RunKind.FORWARD_ONLY_RUN);
            run.steps.forwardOnly(
                    clean || runbook.finalImage().filter(FinalImage::possible).isEmpty());
        }
        if (!clean) {
            mutated = true;
            run.journal.changes();
            RunEnded.held(runbook::procedure);
        }
        return back.to(run.trigger.goal());
    }

    private void takeOutOfService() {
        goesOutOfService();
        switch (run.lease.take(run.steps, run.journal, run.decisions::stopWanted)) {
            case NONE ->
                throw new RunEnded.Refused(run.decisions.stopWanted() ? run.decisions.stopReason() : run.lease.none());
            case WAITED -> run.readings.read(mode.lookBack());
            case AT_ONCE -> {}
        }
        run.cordoning.cordon();
    }

    /**
     * Ends a run that cannot roll back: a node that fails its gates goes to another runbook, and anything else is held.
     */
    private Ending endForwardOnly(String reason) {
        if (back.begun() || !run.proofs.gateFailed()) {
            return endings.hold(reason);
        }
        return runbook.replaces(run.proofs.failedGate())
                ? endings.holdForReplacement(reason, runbook::reportCandidate)
                : diversion.to(Diversion.HARDWARE, reason);
    }

    private Ending rollBack(String reason) {
        if (back.begun()) {
            return endings.hold(reason);
        }
        return mutated
                ? new Rollback(runbook, run, back, endings, diversion).of(reason)
                : endings.releaseUntouched(reason);
    }
}
