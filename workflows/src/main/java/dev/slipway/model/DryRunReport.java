package dev.slipway.model;

import java.util.List;

/** What a run would do: the row that the facts match, and one line a change that the runbook would make. */
public record DryRunReport(NodeRef node, BaselineRef goal, Diagnosed diagnosed, List<String> changes) {}
