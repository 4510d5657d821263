package dev.slipway.activities.nodes;

import dev.slipway.model.NodeRef;
import java.time.Instant;

/** The way to run the probe on a node. */
@FunctionalInterface
public interface Probes { // seam: facts and their parts are read by one way, told or silent

    /**
     * Safe to repeat: reads only. The answer as it came, errors included. Without {@code sections} all are read;
     * before them may stand {@link dev.slipway.facts.Probe#after}. Fails with TRANSIENT when the node gave no answer.
     */
    byte[] run(NodeRef node, Instant t0, String... sections);
}
