package dev.slipway.port;

import dev.slipway.model.CheckResult;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Checks whether this worker can do its work on a fleet: SSH to nodes, rights in the cluster, logins to BMCs. Changes
 * nothing anywhere.
 */
@ActivityInterface(namePrefix = "Access.")
public interface Access {

    /**
     * Safe to repeat: logs in to the first node of the fleet, or to every one, over its own connection, and checks
     * whether root is allowed without a password. Returns one line if all is well, else one for each of the first 20
     * nodes that are not; and one that names the nodes whose journal does not survive a boot, which is no error.
     */
    List<CheckResult> nodes(String fleet, boolean all);

    /**
     * Safe to repeat: logs in to the BMCs of the fleet's nodes, to 20 of them or to every one, and checks whether each
     * answers, is the trusted one, and could end a hang. Returns one line per BMC; empty for a fleet without BMCs.
     */
    List<CheckResult> bmcs(String fleet, boolean all);

    /**
     * Safe to repeat: checks every right that runs need in the fleet's cluster, if it has one, and whether the tool
     * that brings its nodes to their baseline is installed, if that runs beside this worker.
     */
    List<CheckResult> rights(String fleet);

    /**
     * Safe to repeat: tries once to reach the node over SSH on its own connection; if nothing answers there, reads its
     * BMC once. A BMC that is not configured, and an answer that proves nothing, are unknown with the reason.
     */
    Reached reach(NodeRef node);
}
