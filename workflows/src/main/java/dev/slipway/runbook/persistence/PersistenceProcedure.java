package dev.slipway.runbook.persistence;

import dev.slipway.rules.Procedure;

/** Lists the procedures of persistence, by their names in histories. */
enum PersistenceProcedure implements Procedure {
    /** Keep the GPUs awake while nobody uses them; nobody leaves the node for it. */
    PERSIST("no cordon, no drain: enable nvidia-persistenced → idle for a minute → read back, else restore");

    private final String plan;

    PersistenceProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
