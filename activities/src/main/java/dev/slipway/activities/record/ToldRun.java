package dev.slipway.activities.record;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.WorkflowServiceException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a run why its activity waits, so that the run's own details say it. Each telling is a signal in the run's history,
 * so it is told when the activity has waited for a while, and then only what is new and after twice the time: a dozen
 * tellings in a day, and one more for each lost worker.
 */
final class ToldRun {
    private static final Logger log = LoggerFactory.getLogger(ToldRun.class);
    private static final int LONGEST = 2_000;

    private final Duration first;
    private final Recent<Told> told = new Recent<>();

    private record Told(Duration after, String why) {}

    /** {@code first}: how long an activity waits before anything is told. */
    ToldRun(Duration first) {
        this.first = first;
    }

    /** The row of the node and the heartbeat say it too, so what cannot be told now is left to the next time. */
    void waits(ActivityExecutionContext context, String step, String why, Instant now) {
        ActivityInfo info = context.getInfo();
        Duration waited = Duration.between(Instant.ofEpochMilli(info.getScheduledTimestamp()), now);
        if (!due(info, waited, why)) {
            return;
        }
        try {
            context.getWorkflowClient()
                    .newUntypedWorkflowStub(info.getWorkflowId())
                    .signal("waits", step, why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why);
            told.put(info, new Told(waited, why));
        } catch (WorkflowServiceException unheard) {
            log.warn("{} could not be told why it waits: {}", info.getWorkflowId(), unheard.getMessage());
        }
    }

    private boolean due(ActivityInfo info, Duration waited, String why) {
        return told.of(info)
                .map(before -> !before.why().equals(why)
                        && waited.compareTo(before.after().multipliedBy(2)) >= 0)
                .orElse(waited.compareTo(first) >= 0);
    }
}
