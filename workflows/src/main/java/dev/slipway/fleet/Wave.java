package dev.slipway.fleet;

import dev.slipway.model.NodeRef;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** At most 500 nodes of a rollout in a sliding window. One bad node never fails its bookkeeping; it closes after its children. */
@WorkflowInterface
public interface Wave {

    @WorkflowMethod
    WaveResult run(WavePlan plan);

    @SignalMethod(description = "Start no further node, or go on.")
    void paused(boolean paused);

    @SignalMethod(description = "Start no further node and end; the text says why.")
    void stop(String why);

    @SignalMethod(description = "From a node run: it waits for a decision, or goes on.")
    void decision(NodeRef node, boolean waits);

    @QueryMethod(description = "Counts so far.")
    WaveResult view();
}
