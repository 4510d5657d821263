package dev.slipway.runbook;

import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Waits for a ledger that one step could not reach: pauses that grow to five minutes, a day in all. */
final class LedgerAbsence {
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration WITHIN = Duration.ofDays(1);

    private final Journal journal;
    private Duration pause = Duration.ofSeconds(15);
    private Duration left = WITHIN;

    LedgerAbsence(Journal journal) {
        this.journal = journal;
    }

    /** Waits, and says whether it may be tried again; false when it has waited long enough. */
    boolean waited(String why) {
        if (!left.isPositive()) {
            return false;
        }
        journal.waits(why + " The node stays as it is; this goes on when the ledger is back.");
        Workflow.sleep(pause);
        left = left.minus(pause);
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        return true;
    }
}
