package dev.slipway.activities.record;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCanceledException;
import io.temporal.common.interceptors.ActivityExecutionContextBase;
import io.temporal.failure.TimeoutFailure;
import java.util.Set;

/**
 * What an activity sees of the engine while it is at work: a cancel is not heard there, because work that is cut short
 * leaves a node half done. A run cancels a call only for its wait for a part of the site.
 */
final class SteadyContext extends ActivityExecutionContextBase {
    /** They wait for others themselves and leave nothing half done: their run ends them whenever it is to stop. */
    private static final Set<String> ENDED_BY_THEIR_RUN =
            Set.of("Nodes.Drain", "Diagnostics.Suspension", "Diagnostics.NcclPair");

    private SteadyContext(ActivityExecutionContext engine) {
        super(engine);
    }

    static ActivityExecutionContext of(ActivityExecutionContext engine) {
        String type = engine.getInfo().getActivityType();
        return ENDED_BY_THEIR_RUN.stream().anyMatch(type::equalsIgnoreCase) ? engine : new SteadyContext(engine);
    }

    @Override
    public <V> void heartbeat(V details) {
        try {
            super.heartbeat(details);
        } catch (ActivityCanceledException cancelled) {
            // A worker that was cut off from Temporal ends: another one may be at this work by now.
            if (cancelled.getCause() instanceof TimeoutFailure) {
                throw cancelled;
            }
        }
    }
}
