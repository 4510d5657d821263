package dev.slipway.runbook.fabricmanager;

import dev.slipway.rules.Procedure;

/** The procedures of fabric-manager, by the names that they have in histories. */
enum FabricManagerProcedure implements Procedure {
    /** Bring what follows the driver to the driver's version, then start the fabric manager anew. */
    MATCH(
            "cordon → drain → packages of the driver's version → restart the fabric manager → every GPU registered → verify"
                    + " → readmit"),
    /** Start the fabric manager anew. */
    RESTART("cordon → drain → restart the fabric manager once → every GPU registered → verify → readmit"),
    /** Reset the GPUs that are not registered with the fabric, then start the fabric manager anew. */
    REGISTER("cordon → drain → reset the GPUs that are not registered → restart the fabric manager → verify → readmit"),
    /** Reset all GPUs together, and the switches with them where there are some; then a reboot. */
    RESET_ALL("cordon → drain → reset all GPUs together; else reboot → every GPU registered → verify → readmit"),
    /** Hardware that only a person can mend: the node is emptied, its evidence kept, and it is held. */
    INSPECT("cordon → evidence → drain → hold: " + WHAT);

    private final String plan;

    FabricManagerProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
