package dev.slipway.house;

import java.util.Map;

/**
 * Names the records that have the shape of what they carry: a history, an API's JSON, a file that a person writes, a
 * record of another program. Splitting one would change that form, so the limit of components does not bind them.
 */
final class WireRecords {
    private static final Map<String, String> PACKAGES = Map.of(
            "dev.slipway.model", "histories of runs, rows of the ledger",
            "dev.slipway.starter.client", "the JSON of the HTTP API",
            "dev.slipway.config", "the YAML that an operator writes");
    private static final Map<String, String> RECORDS = Map.of(
            "dev.slipway.rollout.RolloutPlan", "input of the workflow Rollout, row of the ledger",
            "dev.slipway.activities.slurm.SlurmNode", "the record of a node that slurmctld keeps");

    private WireRecords() {}

    static boolean has(SourceFile file, CharSequence type) {
        return PACKAGES.keySet().stream().anyMatch(name -> (file.packageName() + ".").startsWith(name + "."))
                || RECORDS.containsKey(file.packageName() + "." + type);
    }
}
