package dev.slipway.runbook.gpufaultrma;

import dev.slipway.rules.Procedure;

/** Lists the procedures of gpu-fault-rma, by their names in histories. */
enum GpuFaultRmaProcedure implements Procedure {
    /** Reset the GPU, and prove the node. */
    RESET_GPU("cordon → drain → evidence → reset the GPU; else reboot → dcgmi diag -r 3 → verify → readmit"),
    /** Reboot: the driver or the error requires more than a reset of the GPU. */
    REBOOT("cordon → drain → evidence → reboot → dcgmi diag -r 3 → verify → readmit"),
    /** Power-cycle the node: a reboot did not bring the GPU back. */
    POWER_CYCLE("cordon → drain → evidence → power cycle by its BMC → dcgmi diag -r 3 → verify → readmit"),
    /** Replace the GPU, by a person: nothing that we can do repairs it. */
    REPLACE("cordon → drain → evidence → hold as an RMA candidate → ticket: " + WHAT);

    private final String plan;

    GpuFaultRmaProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
