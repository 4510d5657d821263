package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeRef;
import io.temporal.activity.ActivityInterface;

/** The proofs that need the GPUs: dcgmi diag and nccl-tests. Each is safe to repeat on a drained node. */
@ActivityInterface(namePrefix = "Diagnostics.")
public interface Diagnostics {

    /** Safe to repeat: joins a diagnostic that still runs. Level 1 is G5, 2 is G6, 3 is G7. */
    GateResult diag(Act act, BaselineRef goal, int level);

    /** Safe to repeat. G8: {@code all_reduce_perf} over the GPUs of the node against the goal's floor. */
    GateResult nccl(Act act, BaselineRef goal);

    /** Safe to repeat. G9: {@code all_reduce_perf} with a partner that is cordoned, empty and verified. */
    GateResult ncclPair(Act act, BaselineRef goal, NodeRef partner);
}
