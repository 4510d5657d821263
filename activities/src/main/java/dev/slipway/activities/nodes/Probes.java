package dev.slipway.activities.nodes;

import dev.slipway.model.node.NodeRef;
import java.time.Instant;

/** Runs the probe on a node. */
@FunctionalInterface
public interface Probes { // seam: facts and their parts are read in one way, with or without a report of silence

    /**
     * Safe to repeat: reads only. Returns the answer as it came, errors included. Without {@code sections} all are
     * read; {@link dev.slipway.facts.probe.Probe#after} may precede them. Fails with TRANSIENT if the node gave no
     * answer.
     */
    byte[] run(NodeRef node, Instant t0, String... sections);
}
