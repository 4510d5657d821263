package dev.slipway.model;

import java.util.List;

/**
 * Reports what a run would do: the row that the facts match, one line per change, and the command lines that would make
 * them.
 */
public record DryRunReport(
        NodeRef node, BaselineRef goal, Diagnosed diagnosed, List<String> changes, List<String> commands) {}
