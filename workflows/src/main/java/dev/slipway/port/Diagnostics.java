package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeRef;
import dev.slipway.model.TestTimeouts;
import io.temporal.activity.ActivityInterface;
import org.jspecify.annotations.Nullable;

/**
 * The proofs that need the GPUs: dcgmi diag and nccl-tests. Each is safe to repeat on a drained node. What heats – a
 * diag of level 2 and up, and nccl-tests – fails with SUSPENDED, and is not begun, while the fleet is frozen for heat
 * (I19). Each result carries the boot under which it was read; a test whose node left the boot under which it began
 * answers CRASHED.
 *
 * <p>A test that takes longer than the goal's timeout, counted from its own start on the node, is ended with all that
 * it started, and the gate has failed. Fails with STILL_RUNNING where it is not proven ended.
 */
@Limits(minutes = Diagnostics.LONGEST_TEST)
@ActivityInterface(namePrefix = "Diagnostics.")
public interface Diagnostics {
    /** Minutes of one attempt: longer than any test may take, so that the limit of the test is met first. */
    int LONGEST_TEST = TestTimeouts.LONGEST_HOURS * 60 + 60;

    /** The same of a test with a partner. */
    int LONGEST_PAIR_TEST = TestTimeouts.LONGEST_PAIR_MINUTES + 10;

    /** Safe to repeat: joins a diagnostic that still runs. Level 1 is G5, 2 is G6, 3 is G7. */
    GateResult diag(Act act, BaselineRef goal, int level);

    /** Safe to repeat. G8: {@code all_reduce_perf} over the GPUs of the node against the goal's floor. */
    GateResult nccl(Act act, BaselineRef goal);

    /**
     * Safe to repeat. G9: {@code all_reduce_perf} with a partner that is cordoned, empty and verified. Before each try
     * the partner is asked whether it still carries the mark of {@code loan}, the run that lends it, and does no other
     * work; before and after each try, whether it still runs {@code boot}, under which it was lent. The answer is "not
     * run", and names no boot of the node, where one of these is not so or cannot be read: whatever a test says under a
     * partner that crashed, it says nothing about the node. No rank of a try that ended is left on either node. An
     * older worker does not name {@code boot}, which is then not asked for.
     */
    @Limits(minutes = LONGEST_PAIR_TEST)
    GateResult ncclPair(Act act, BaselineRef goal, NodeRef partner, String loan, @Nullable String boot);

    /**
     * Safe to repeat. Ends what a test with {@code partner} of this run left on both nodes. Proof: no rank is left on
     * either. Fails with TRANSIENT where one of them does not say so.
     */
    @Limits(attempts = 3)
    void endPair(Act act, NodeRef partner);

    /**
     * Safe to repeat: reads only. Waits while the fleet is frozen for heat, and shows that in the node's row. The
     * answer is empty when it is over; else, after three quarters of an hour, why it still waits.
     */
    @Limits(minutes = 60)
    String suspension(Act act);
}
