package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Readmission;
import io.temporal.activity.ActivityInterface;

/** Manages the node through its scheduler: Kubernetes, Slurm, or neither. */
@ActivityInterface(namePrefix = "Nodes.")
public interface Nodes {

    /**
     * Safe to repeat: reads only. Proof: the facts are in the ledger under the returned id, each unread part as an
     * error.
     */
    FactsRef facts(Act act);

    /**
     * Safe to repeat: reads only, as {@link #facts} does, for a node that was re-imaged after {@code before} was read.
     * Fails with MACHINE_MISMATCH if a GPU answers whose serial was not in the machine then; if none was known, none is
     * compared.
     */
    FactsRef factsAnew(Act act, FactsRef before);

    /**
     * Safe to repeat: a node that carries our mark is done. Proof: read back, unschedulable and our mark. A node that
     * somebody else took out is not taken over, unless {@code adopt} is set; the record marks it foreign. Fails with
     * SKIPPED_BY_POLICY, and does nothing, if the grant that the act names by its fence was revoked.
     */
    CordonRecord cordon(Act act, boolean adopt);

    /**
     * Safe to repeat: waits until the node is proven empty, or, if work may go on for days, returns who is busy there
     * and when to check again. Fails with DRAIN_BLOCKED if the time is over, and names what stays.
     */
    Drained drain(Act act, DrainPolicy policy);

    /**
     * Safe to repeat: joins the job that this act began. Answers G10 with a job through the node's own scheduler, on
     * every GPU of the goal's profile, gone again when this returns. It is here and not among the diagnostics because
     * only the scheduler of the node shows whether it still starts work there. Without a job in the policy, and without
     * a scheduler, the answer is "not run". Fails with SUSPENDED while the fleet is frozen for heat. Proof: the end of
     * the job, as the scheduler reports it.
     */
    @Limits(minutes = 60)
    GateResult smoke(Act act, BaselineRef goal);

    /**
     * Safe to repeat: checks everything that I1 requires in this same activity, then puts back what was found. Proof:
     * read back.
     */
    void readmit(Act act, Readmission request);

    /**
     * Safe to repeat: reads only. Returns when the ledger, the node's scheduler and the network to the nodes of its
     * site answer, whatever they report about the node and whether or not the node itself answers. Fails with
     * LEDGER_UNAVAILABLE or PART_AWAY.
     */
    void siteAnswers(Act act);

    /** Safe to repeat: cordons the node if needed, leaves the cordon, and writes the reason where a person looks. */
    void hold(Act act, String reason);
}
