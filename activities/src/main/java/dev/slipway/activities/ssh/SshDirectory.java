package dev.slipway.activities.ssh;

import dev.slipway.model.NodeRef;

/** Where nodes are. */
@FunctionalInterface
public interface SshDirectory {

    /** Safe to repeat: reads configuration. Fails with GATE_CLOSED for a node that no fleet knows. */
    SshTarget target(NodeRef node);
}
