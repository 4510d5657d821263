package dev.slipway.runbook;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.UnbuildablePair;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Ordered rows from facts and baseline to a route; pure, found by the worker in the runbook's folder. */
public interface DecisionTable {

    /** The runbook whose table this is, e.g. {@code image-drift}. */
    String slug();

    /** The slugs of the runbooks that its rows lead to, whether a worker has them or not. */
    Set<String> leadsTo();

    /** The first row that matches. Total: every input has a row. */
    Diagnosed diagnose(NodeFacts facts, Baseline baseline);

    /**
     * The same, with the kept events of the node's GPUs in whatever node they were: only a table that counts them asks.
     */
    default Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        return diagnose(facts, baseline);
    }

    /** What is kept beside the facts, read only by tables that ask for it. */
    record Kept(Supplier<List<GpuEvent>> gpusPast, Supplier<List<UnbuildablePair>> unbuildable) {}

    /** The same, with all that is kept beside the facts. */
    default Diagnosed diagnose(NodeFacts facts, Baseline baseline, Kept kept) {
        return diagnose(facts, baseline, kept.gpusPast());
    }
}
