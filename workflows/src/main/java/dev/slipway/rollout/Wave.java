package dev.slipway.rollout;

import io.temporal.common.converter.RawValue;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * Runs at most 500 nodes of a rollout in a sliding window. One bad node never fails its bookkeeping; it closes after
 * its children.
 */
@WorkflowInterface
public interface Wave {

    @WorkflowMethod
    WaveResult run(WavePlan plan);

    @SignalMethod(description = "Start no further node, or go on. Input: true or false")
    void paused(@Nullable RawValue paused);

    @SignalMethod(description = "Start no further node and end; the text states why.")
    void stop(@Nullable RawValue why);

    @SignalMethod(description = "From a node run: it waits for a decision, or goes on.")
    void decision(@Nullable RawValue node, @Nullable RawValue waits);

    @QueryMethod(description = "Counts so far.")
    WaveResult view();
}
