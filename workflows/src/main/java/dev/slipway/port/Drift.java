package dev.slipway.port;

import dev.slipway.model.rollout.DriftReport;
import io.temporal.activity.ActivityInterface;

/** Reads a fleet against its baseline: in check mode only, nothing is ever changed. */
@ActivityInterface(namePrefix = "Drift.")
public interface Drift {

    /** Safe to repeat: reads only, and records that the scan began. Returns how many members the fleet has now. */
    int begin(String reportId, String fleet);

    /**
     * Safe to repeat: reads members {@code from} (inclusive) to {@code to} (exclusive), at most 200, stores each answer
     * in the ledger as it comes, and sends heartbeats; repeated, it reads only those without an answer. Pages of one
     * fleet may be read in parallel. A node that does not answer is a line, not a failure. Returns how many gave facts.
     */
    int scan(String reportId, String fleet, int from, int to);

    /**
     * Safe to repeat: the rollout is named by the report. Opens one as a person would if the policy permits that to a
     * check; returns the response, blank if the policy does not.
     */
    String open(DriftReport report);

    /** Safe to repeat: returns the counts and the first lines of the scan. */
    DriftReport finish(String reportId, String fleet);
}
