package dev.slipway.port;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.CapacityRoom;
import dev.slipway.model.GrantRecords;
import dev.slipway.model.HeldGrant;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The way to the one budget of a failure domain. Used as local activities: quick, and safe to repeat. */
@ActivityInterface(namePrefix = "CapacityDesk.")
public interface CapacityDesk {

    /**
     * Safe to repeat: the desk knows a holder by its workflow id. The grant arrives as the signal {@code granted}, once
     * more where it was granted before.
     */
    void ask(CapacityRequest request);

    /** Safe to repeat: giving back what is not held is nothing. */
    void giveBack(CapacityRequest request);

    /**
     * Safe to repeat: reads configuration and the cluster. Which nodes are out, whoever took them, and how many may be.
     */
    CapacityRoom room(String fleet);

    /**
     * Safe to repeat: reads only, one call of the server each. Those of {@code workflowIds} that are no longer open.
     */
    List<String> closed(List<String> workflowIds);

    /**
     * Safe to repeat: reads only. What is written down of the budget {@code budget}, a workflow id: one that was ended
     * by force and begins anew goes on from there. Fails with LEDGER_AWAY.
     */
    GrantRecords records(String budget);

    /**
     * Safe to repeat. Writes down, before a holder hears of it, what is {@code granted} and what is {@code over}; a
     * newer grant of the same holder is never overwritten by an older one. Fails with LEDGER_AWAY.
     */
    void record(String budget, List<HeldGrant> granted, List<HeldGrant> over);
}
