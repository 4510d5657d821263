package dev.slipway.port;

import dev.slipway.model.DriftReport;
import io.temporal.activity.ActivityInterface;

/** Reading a fleet against its baseline: check-mode only, nothing is ever changed. */
@ActivityInterface(namePrefix = "Drift.")
public interface Drift {

    /** Safe to repeat: reads only, and notes that the scan began. How many members the fleet has now. */
    int begin(String reportId, String fleet);

    /**
     * Safe to repeat: reads members {@code from} (inclusive) to {@code to} (exclusive), at most 200, keeps the answer
     * of each in the ledger as it comes, heartbeats; repeated, it asks only those without an answer. Pages of one fleet
     * may be read at once. A node that does not answer is a line, not a failure. Returns how many gave facts.
     */
    int scan(String reportId, String fleet, int from, int to);

    /**
     * Safe to repeat: the rollout is named by the report. Opens one as a person would where policy lets a check do so;
     * returns what was said to that, blank where policy does not.
     */
    String open(DriftReport report);

    /** Safe to repeat: the counts and the first lines of what was scanned. */
    DriftReport finish(String reportId, String fleet);
}
