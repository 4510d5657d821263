package dev.slipway.port;

import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reached;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Whether this worker can do its work on a fleet: SSH to nodes, rights in the cluster, logins to BMCs. Changes nothing
 * anywhere.
 */
@ActivityInterface(namePrefix = "Access.")
public interface Access {

    /**
     * Safe to repeat: logs in to the first node of the fleet, or to every one, over a connection of its own, and asks
     * whether root is allowed without a password. One line where all is well, else one for each of the first 20 nodes
     * that are not; and one that names the nodes whose journal does not outlive a boot, which is well all the same.
     */
    List<Look> nodes(String fleet, boolean all);

    /**
     * Safe to repeat: logs in to the BMCs of the fleet's nodes, to 20 of them or to every one, and looks whether each
     * answers, is the one that is trusted, and could end a hang. A line a BMC; empty for a fleet without any.
     */
    List<Look> bmcs(String fleet, boolean all);

    /**
     * Safe to repeat: asks the fleet's cluster about every right that runs need, where it has one, and looks whether
     * what brings its nodes to their baseline is there, where that runs beside this worker.
     */
    List<Look> rights(String fleet);

    /**
     * Safe to repeat: one try to reach the node over SSH on a connection of its own; where nothing answers there, one
     * question to its BMC. A BMC that nobody configured, and an answer that does not tell, are unknown with the reason.
     */
    Reached reach(NodeRef node);
}
