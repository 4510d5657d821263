package dev.slipway.activities.nodes;

import dev.slipway.model.NodeRef;
import java.util.Optional;

/** The mark of a node that no scheduler knows: a small file on the node itself. */
public interface MarkFile { // seam: tests keep the mark in memory

    /** Safe to repeat: reads only. Empty when there is no mark; fails with TRANSIENT when that could not be read. */
    Optional<String> read(NodeRef node);

    /** Safe to repeat: the whole text or none of it. */
    void write(NodeRef node, String text);
}
