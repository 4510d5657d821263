package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;

/** Is one program of a node. It runs inside the node's lock and lets time pass through the node's clock. */
@FunctionalInterface
public interface Tool {
    /** {@code words} are the arguments after the program's name. */
    Answer run(SimulatedNode node, List<String> words);
}
