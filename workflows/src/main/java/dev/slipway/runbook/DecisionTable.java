package dev.slipway.runbook;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.NodeFacts;

/** Ordered rows from facts and baseline to a route; pure, found by the worker in the runbook's folder. */
public interface DecisionTable {

    /** The runbook whose table this is, e.g. {@code image-drift}. */
    String slug();

    /** The first row that matches. Total: every input has a row. */
    Diagnosed diagnose(NodeFacts facts, Baseline baseline);
}
