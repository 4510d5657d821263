package dev.slipway.frame;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.port.Nodes;
import io.temporal.failure.TemporalFailure;
import java.util.Optional;

/**
 * Cordons the node of a run: it knows the scheduling state before, and whether a cordon may exist although its activity
 * reported no result.
 */
final class Cordoning {
    private final RunContext run;
    private Optional<CordonRecord> record;
    private boolean tried;

    Cordoning(RunContext run) {
        this.run = run;
        this.record = run.trigger.carried().flatMap(c -> c.cordon());
    }

    /**
     * Cordons a faulty node as the first act, in the first workflow task: quickly, and the cordon step repeats it
     * safely.
     */
    void faultyAtOnce() {
        if (run.trigger.reason() != Reason.HEALTH_FAULT || record.isPresent()) {
            return;
        }
        tried = true;
        boolean adopt = run.trigger.options().adopt();
        if (run.trigger.options().taskQueue().isPresent()) {
            // A local activity runs beside the workflow, and only the site's own workers reach this node.
            taken(run.step(Step.CORDON, Nodes.class, (n, act) -> n.cordon(act, adopt)));
            return;
        }
        try {
            taken(Local.stub(Nodes.class).cordon(run.binding.act(Step.CORDON, 1), adopt));
        } catch (TemporalFailure failure) {
            run.journal.line("cordon at once failed, tried again as a step: " + Failures.text(failure));
        }
    }

    /**
     * Cordons the node. A run whose grant was revoked ends before anything is done: its node is in service, and there
     * is nothing to hold.
     */
    void cordon() {
        if (record.isPresent()) {
            return;
        }
        tried = true;
        try {
            boolean adopt = run.trigger.options().adopt();
            taken(run.step(Step.CORDON, Nodes.class, (n, act) -> n.cordon(act, adopt)));
        } catch (RunEnded.Refused refused) {
            tried = !refused.tryAgain();
            throw refused;
        }
    }

    /** Notes that the node is cordoned; {@code now} holds the scheduling state before. */
    void taken(CordonRecord now) {
        record = Optional.of(now);
    }

    /** After its return the node is taken out again. */
    void again() {
        run.act(Step.CORDON, Nodes.class, (n, act) -> n.cordon(act, false));
    }

    /** The node is to be taken out by its hold: from here on it may stand cordoned. */
    void markTried() {
        tried = true;
    }

    /** Returns whether this run never took the node out of service. */
    boolean never() {
        return record.isEmpty() && !tried;
    }

    boolean known() {
        return record.isPresent();
    }

    Optional<CordonRecord> record() {
        return record;
    }
}
