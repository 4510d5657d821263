package dev.slipway.model.rollout;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.node.NodeRef;
import java.util.List;

/**
 * Reports what a run would do: the row that the facts match, one line per change, and the command lines that would make
 * them.
 */
public record DryRunReport(
        NodeRef node, BaselineRef goal, Diagnosed diagnosed, List<String> changes, List<String> commands) {}
