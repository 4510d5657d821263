package dev.slipway.activities.spi;

import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.ReleaseByHand;
import dev.slipway.model.Act;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import dev.slipway.model.GateResult;
import java.util.List;

/** What gives work to a node, seen as a cordon: one implementation a scheduler. It never decides about readmission. */
public interface NodeScheduler {

    /**
     * Safe to repeat: reads only. What speaks against taking the node out now because the scheduler would act on it by
     * itself while it is out (I4); empty where nothing does.
     */
    default List<String> objections(Act act) {
        return List.of();
    }

    /**
     * Safe to repeat: reads only. What a person should know of how the scheduler will show the node while it is out.
     */
    default List<String> remarks(Act act) {
        return List.of();
    }

    /** Safe to repeat: a node that carries our mark is done. Proof: read back. */
    CordonRecord cordon(Act act, boolean adopt);

    /**
     * Safe to repeat: waits until the node is proven empty, or looks once and answers who is busy there; fails with
     * DRAIN_BLOCKED when the time is over.
     */
    Drained drain(Act act, DrainPolicy policy);

    /**
     * Safe to repeat: joins the job that this act began, and takes it away in every ending. G10 with what was seen;
     * "not run" where nothing gives work to nodes.
     */
    Smoked smoke(Act act, SmokeJob job);

    /** How a job ended, and the end of what it printed, for the evidence. */
    record Smoked(GateResult result, List<String> output) {}

    /**
     * Safe to repeat: takes the mark of {@code found.ownerToken()} off, and makes the node schedulable unless it was
     * found taken out. A node that is not {@code proven}, because nobody touched it, stays out where the scheduler
     * itself had taken it out for a fault. Fails with FOREIGN_ACTOR when the mark is another one. Asked by
     * {@link Readmittance} and {@link ReleaseByHand} only.
     */
    void putBack(Act act, CordonRecord found, boolean proven);

    /** Safe to repeat: leaves the node cordoned and writes why beside the mark. */
    void hold(Act act, String reason);

    /** Safe to repeat: reads only. Where the node stands now. */
    Standing standing(Act act);

    /** Safe to repeat: reads only. Work that is on the node now, a line each; empty only when it was read in full. */
    List<String> work(Act act);
}
