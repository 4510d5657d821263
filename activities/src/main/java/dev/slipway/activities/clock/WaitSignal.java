package dev.slipway.activities.clock;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.WorkflowServiceException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals to a run why its activity waits, so that the run's own details show it. Each signal is an event in the run's
 * history. So the first one is sent when the activity has waited for a while, and the next ones only with something new
 * and after twice the time: a dozen in a day, and one more for each lost worker.
 */
final class WaitSignal {
    private static final Logger log = LoggerFactory.getLogger(WaitSignal.class);
    private static final int LONGEST = 2_000;

    private final Duration first;
    private final Recent<Sent> sent = new Recent<>();

    private record Sent(Duration after, String why) {}

    /** Takes {@code first}, the time that an activity waits before anything is sent. */
    WaitSignal(Duration first) {
        this.first = first;
    }

    /**
     * Sends the signal. The row of the node and the heartbeat show the same, so what cannot be sent now waits for the
     * next time.
     */
    void send(ActivityExecutionContext context, String step, String why, Instant now) {
        ActivityInfo info = context.getInfo();
        Duration waited = Duration.between(Instant.ofEpochMilli(info.getScheduledTimestamp()), now);
        if (!due(info, waited, why)) {
            return;
        }
        try {
            context.getWorkflowClient()
                    .newUntypedWorkflowStub(info.getWorkflowId())
                    .signal("waits", step, why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why);
            sent.put(info, new Sent(waited, why));
        } catch (WorkflowServiceException unheard) {
            log.warn("{} could not be notified why it waits: {}", info.getWorkflowId(), unheard.getMessage());
        }
    }

    private boolean due(ActivityInfo info, Duration waited, String why) {
        return sent.of(info)
                .map(before -> !before.why().equals(why)
                        && waited.compareTo(before.after().multipliedBy(2)) >= 0)
                .orElse(waited.compareTo(first) >= 0);
    }
}
