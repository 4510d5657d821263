package dev.slipway.runbook.gspmismatch;

import dev.slipway.rules.Procedure;

/** Lists the procedures of gsp-mismatch, by their names in histories. */
enum GspMismatchProcedure implements Procedure {
    /** Purge packages that are not the goal's, each by its name; then as {@link #REINSTALL}. */
    PURGE("cordon → drain → purge " + WHAT + " → repair what is left → verify → readmit"),
    /** Bring the packages to the pins again, and boot them. */
    REINSTALL("cordon → drain → reinstall the packages → reboot → verify → readmit"),
    /** Reset all GPUs together; then a reboot. */
    RESET_ALL("cordon → drain → reset all GPUs together; else reboot → verify → readmit");

    private final String plan;

    GspMismatchProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
