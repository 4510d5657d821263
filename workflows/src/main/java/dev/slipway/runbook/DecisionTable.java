package dev.slipway.runbook;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Leads by ordered rows from facts and baseline to a route; pure, and found by the worker in the runbook's folder. */
public interface DecisionTable {

    /** Returns the runbook whose table this is, e.g. {@code image-drift}. */
    String slug();

    /** Returns the slugs of the runbooks that its rows lead to, whether a worker has them or not. */
    Set<String> leadsTo();

    /** Returns the first row that matches. Total: every input has a row. */
    Diagnosed diagnose(NodeFacts facts, Baseline baseline);

    /**
     * Returns the same, with the stored events of the node's GPUs in any node: only a table that counts them reads
     * them.
     */
    default Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        return diagnose(facts, baseline);
    }

    /** Holds what is stored beside the facts, read only by tables that need it. */
    record History(Supplier<List<GpuEvent>> gpusPast, Supplier<List<UnbuildablePair>> unbuildable) {}

    /** Returns the same, with everything that is stored beside the facts. */
    default Diagnosed diagnose(NodeFacts facts, Baseline baseline, History history) {
        return diagnose(facts, baseline, history.gpusPast());
    }
}
