package dev.slipway.activities.nodes;

import dev.slipway.model.node.NodeRef;
import java.util.Optional;

/** Stores the mark of a node without a scheduler: a small file on the node itself. */
public interface MarkFile { // seam: tests hold the mark in memory

    /** Safe to repeat: reads only. Empty if there is no mark; fails with TRANSIENT if that could not be read. */
    Optional<String> read(NodeRef node);

    /** Safe to repeat: the whole text or none of it. */
    void write(NodeRef node, String text);
}
