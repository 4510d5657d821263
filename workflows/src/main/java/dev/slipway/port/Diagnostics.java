package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.node.NodeRef;
import io.temporal.activity.ActivityInterface;
import org.jspecify.annotations.Nullable;

/**
 * Runs the proofs that need the GPUs: dcgmi diag and nccl-tests. Each is safe to repeat on a drained node. A test that
 * heats – a diag of level 2 and up, and nccl-tests – fails with SUSPENDED, and is not started, while the fleet is
 * frozen for heat (I19). Each result carries the boot under which it was read; a test whose node left the boot under
 * which it began answers CRASHED.
 *
 * <p>A test that takes longer than the goal's timeout, counted from its own start on the node, is ended with all its
 * processes, and the gate has failed. The call fails with STILL_RUNNING if the end is not proven.
 */
@Limits(minutes = Diagnostics.LONGEST_TEST)
@ActivityInterface(namePrefix = "Diagnostics.")
public interface Diagnostics {
    /** Limits one attempt in minutes: longer than any test may take, so that the limit of the test applies first. */
    int LONGEST_TEST = TestTimeouts.LONGEST_HOURS * 60 + 60;

    /** Does the same for a test with a partner. */
    int LONGEST_PAIR_TEST = TestTimeouts.LONGEST_PAIR_MINUTES + 10;

    /** Safe to repeat: joins a diagnostic that still runs. Level 1 is G5, 2 is G6, 3 is G7. */
    GateResult diag(Act act, BaselineRef goal, int level);

    /** Safe to repeat. G8: {@code all_reduce_perf} over the GPUs of the node against the goal's floor. */
    GateResult nccl(Act act, BaselineRef goal);

    /**
     * Safe to repeat. G9: {@code all_reduce_perf} with a partner that is cordoned, empty and verified. Before each try
     * the partner is checked: it must still carry the mark of {@code lease}, the run that leases it, and do no other
     * work. Before and after each try, it must still run {@code boot}, under which it was leased. If one of these is
     * false or cannot be read, the answer is "not run", and names no boot of the node: a test with a crashed partner
     * proves nothing about the node. No rank of a try that ended is left on either node. An older worker does not name
     * {@code boot}, which is then not checked.
     */
    @Limits(minutes = LONGEST_PAIR_TEST)
    GateResult ncclPair(Act act, BaselineRef goal, NodeRef partner, String lease, @Nullable String boot);

    /**
     * Safe to repeat. Ends the processes that a test with {@code partner} of this run left on both nodes. Proof: no
     * rank is left on either. Fails with TRANSIENT if one of them does not confirm that.
     */
    @Limits(attempts = 3)
    void endPair(Act act, NodeRef partner);

    /**
     * Safe to repeat: reads only. Waits while the fleet is frozen for heat, and shows that in the node's row. Returns
     * empty if the freeze is over; else, after three quarters of an hour, why it still waits.
     */
    @Limits(minutes = 60)
    String suspension(Act act);
}
