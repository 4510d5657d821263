package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.node.UnverifiedRelease;
import io.temporal.activity.ActivityInterface;

/** Offers the one exception to the rule that no node returns without proof: a person, with name, reason and an end. */
@ActivityInterface(namePrefix = "Releases.")
public interface Releases {

    /**
     * Safe to repeat: a node that carries no mark of ours and is schedulable is done. Proof: read back. A node that
     * somebody else had taken out stays out. Fails with EXTERNAL_CHANGE if the cordon is not ours. Returns one
     * sentence.
     */
    String release(Act act, UnverifiedRelease request);

    /**
     * Safe to repeat: reads only. Returns one sentence for people if the release by {@code request} is still the last
     * word on the node, by the ledger alone: whether it is in service now is not checked. Blank if it was proved, held
     * or released anew since, or stayed out as it was found.
     */
    String expired(Act act, UnverifiedRelease request);
}
