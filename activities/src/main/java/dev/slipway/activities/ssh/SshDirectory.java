package dev.slipway.activities.ssh;

import dev.slipway.model.node.NodeRef;
import java.util.List;

/** Finds where nodes are. */
@FunctionalInterface
public interface SshDirectory { // seam: nodes are known by configuration, in tests without

    /** Safe to repeat: reads configuration. Fails with GATE_CLOSED for a node that no fleet knows. */
    SshTarget target(NodeRef node);

    /** Safe to repeat: reads configuration. Returns the other nodes of the node's site, as far as they are listed. */
    default List<NodeRef> others(NodeRef node) {
        return List.of();
    }
}
