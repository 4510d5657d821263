package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.DrainPolicy;
import dev.slipway.model.Drained;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Readmission;
import io.temporal.activity.ActivityInterface;

/** The node and its scheduler: Kubernetes, Slurm, or neither. */
@ActivityInterface(namePrefix = "Nodes.")
public interface Nodes {

    /** Safe to repeat: reads only. Proof: facts lie in the ledger under the returned id, each unread part an error. */
    FactsRef facts(Act act);

    /**
     * As {@link #facts}, of a node that was written anew after {@code before} was read. Fails with ANOTHER_MACHINE
     * where a GPU answers whose serial was not in the machine then; where none was known, none is compared.
     */
    FactsRef factsAnew(Act act, FactsRef before);

    /**
     * Safe to repeat: a node that carries our mark is done. Proof: read back, unschedulable and our mark. A node that
     * somebody else took out is not taken over; the record says foreign, {@code adopt} aside. Fails with GIVES_WAY, and
     * nothing is done, where the leave that the act names by its fence was taken back.
     */
    CordonRecord cordon(Act act, boolean adopt);

    /**
     * Safe to repeat: waits until the node is proven empty, or, where work may go on for days, answers who is busy
     * there and when to ask again. Fails with DRAIN_BLOCKED when the time is over, naming what stays.
     */
    Drained drain(Act act, DrainPolicy policy);

    /**
     * Safe to repeat: joins the job that this act began. G10: a job through the node's own scheduler, on every GPU of
     * the goal's profile, gone again when this returns. It stands here and not with the diagnostics because only the
     * scheduler of the node can tell whether it still starts work there. Without a job in the policy, and where nothing
     * schedules, the answer is "not run". Fails with SUSPENDED while the fleet is frozen for heat. Proof: how the job
     * ended, as the scheduler says.
     */
    @Limits(minutes = 60)
    GateResult smoke(Act act, BaselineRef goal);

    /**
     * Safe to repeat: checks everything I1 asks for in this same activity, then puts back what was found. Proof: read
     * back.
     */
    void readmit(Act act, Readmission wish);

    /**
     * Safe to repeat: reads only. Returns when the ledger, the node's scheduler and the network to the nodes of its
     * site answer, whatever they say of the node and whether or not the node itself answers. Fails with LEDGER_AWAY or
     * PART_AWAY.
     */
    void siteAnswers(Act act);

    /** Safe to repeat: cordons a node that is not, leaves the cordon, and writes why where a person looks. */
    void hold(Act act, String reason);
}
