package dev.slipway.activities.evidence;

import dev.slipway.facts.probe.Section;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Holds what is known about a node without going through it: {@code log} is the event log of its BMC, or why it could
 * not be read, empty if it has none; {@code silent} is whether nothing answers at the node itself, on one more try.
 */
public record OutOfBandLog(Function<NodeRef, Optional<Section>> log, Predicate<NodeRef> silent) {

    /** No node has a BMC. */
    public static OutOfBandLog none() {
        return new OutOfBandLog(node -> Optional.empty(), node -> false);
    }
}
