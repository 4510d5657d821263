package dev.slipway.activities.spi;

import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.ReleaseByHand;
import dev.slipway.model.Act;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import java.util.List;

/**
 * Cordons a node where its work comes from. There is one implementation per scheduler. It never decides about
 * readmission.
 */
public interface NodeScheduler {

    /**
     * Safe to repeat: reads only. Returns the objections against taking the node out now because the scheduler would
     * act on it by itself while it is out (I4); empty if there are none.
     */
    default List<String> objections(Act act) {
        return List.of();
    }

    /**
     * Safe to repeat: reads only. Returns what a person should know about how the scheduler will show the node while it
     * is out.
     */
    default List<String> remarks(Act act) {
        return List.of();
    }

    /** Safe to repeat: a node that carries our mark is done. Proof: read back. */
    CordonRecord cordon(Act act, boolean adopt);

    /**
     * Safe to repeat: waits until the node is proven empty, or checks once and returns who is busy there; fails with
     * DRAIN_BLOCKED if the time is over.
     */
    Drained drain(Act act, DrainPolicy policy);

    /**
     * Safe to repeat: joins the job that this act began, and removes it in every ending. Returns G10 with what was
     * seen; "not run" if nothing gives work to nodes.
     */
    Smoked smoke(Act act, SmokeJob job);

    /** Holds how a job ended, and the end of its output, for the evidence. */
    record Smoked(GateResult result, List<String> output) {}

    /**
     * Safe to repeat: removes the mark of {@code found.ownerToken()}, and makes the node schedulable unless it was
     * found taken out. A node that is not {@code proven}, because nobody touched it, stays out where the scheduler
     * itself had taken it out for a fault. Fails with EXTERNAL_CHANGE if the mark is another one. Only {@link
     * Readmittance} and {@link ReleaseByHand} call it.
     */
    void restore(Act act, CordonRecord found, boolean proven);

    /** Safe to repeat: leaves the node cordoned and writes the reason beside the mark. */
    void hold(Act act, String reason);

    /** Safe to repeat: reads only. Returns the state of the node now. */
    SchedulingState standing(Act act);

    /**
     * Safe to repeat: reads only. Returns the work that is on the node now, one line each; empty only if it was read
     * completely.
     */
    List<String> work(Act act);
}
