package dev.slipway.runbook.fabricmanager;

import dev.slipway.rules.Procedure;

/** Lists the procedures of fabric-manager, by their names in histories. */
enum FabricManagerProcedure implements Procedure {
    /** Bring what follows the driver to the driver's version, then restart the fabric manager. */
    MATCH("cordon → drain → packages of the driver's version → restart the fabric manager → every GPU registered → "
            + "verify"
            + " → readmit"),
    /** Restart the fabric manager. */
    RESTART("cordon → drain → restart the fabric manager once → every GPU registered → verify → readmit"),
    /** Reset the GPUs that are not registered with the fabric, then restart the fabric manager. */
    REGISTER("cordon → drain → reset the GPUs that are not registered → restart the fabric manager → verify → readmit"),
    /** Reset all GPUs together, and the switches with them where there are some; then a reboot. */
    RESET_ALL("cordon → drain → reset all GPUs together; else reboot → every GPU registered → verify → readmit"),
    /** Leave the hardware to a person: the node is emptied, its evidence stored, and it is held. */
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
