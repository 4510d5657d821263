package dev.slipway.port;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Reaches the one budget of a failure domain. Its calls are local activities: quick, and safe to repeat. */
@ActivityInterface(namePrefix = "CapacityDesk.")
public interface CapacityClient {

    /**
     * Safe to repeat: the budget identifies a holder by its workflow id. The grant arrives as the signal {@code
     * granted}, again if it was granted before.
     */
    void ask(CapacityRequest request);

    /** Safe to repeat: returning what is not held does nothing. */
    void giveBack(CapacityRequest request);

    /**
     * Safe to repeat: reads configuration and the cluster. Returns which nodes are out, for any reason, and how many
     * may be.
     */
    CapacityRoom room(String fleet);

    /**
     * Safe to repeat: reads only, with one call to the server per id. Returns those of {@code workflowIds} that are no
     * longer open.
     */
    List<String> closed(List<String> workflowIds);

    /**
     * Safe to repeat: reads only. Returns the records of the budget {@code budget}, a workflow id: a budget that was
     * terminated and restarts goes on from there. Fails with LEDGER_UNAVAILABLE.
     */
    GrantRecords records(String budget);

    /**
     * Safe to repeat. Writes, before a holder is notified, what is {@code granted} and what is {@code over}; a newer
     * grant of the same holder is never overwritten by an older one. Fails with LEDGER_UNAVAILABLE.
     */
    void record(String budget, List<HeldGrant> granted, List<HeldGrant> over);
}
