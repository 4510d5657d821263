package dev.slipway.runbook;

import io.temporal.workflow.Workflow;
import java.time.Duration;

/** How runs begun before "part-away" version 2 wait for a part: by timers between their calls. */
final class PausesBetweenCalls {
    private static final Duration FIRST = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private Duration next = FIRST;

    /** A step begins: its pauses are short again. */
    void restart() {
        next = FIRST;
    }

    /** Pauses, longer each time; returns how long. */
    Duration pause() {
        Duration now = next;
        Workflow.sleep(now);
        next = now.multipliedBy(2).compareTo(LONGEST) < 0 ? now.multipliedBy(2) : LONGEST;
        return now;
    }
}
