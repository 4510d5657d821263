package dev.slipway.runbook.kernelgpumissing;

import dev.slipway.rules.Procedure;

/** Lists the procedures of kernel-gpu-missing, by their names in histories. */
enum KernelGpuMissingProcedure implements Procedure {
    /** Build the module for the running kernel, which is the goal's, and prove it by a boot. */
    FORWARD("cordon → drain → headers → module → initramfs → reboot → verify → readmit"),
    /** Install the package with the module for the running kernel, which is the goal's, and prove it by a boot. */
    DELIVER("cordon → drain → install " + WHAT + " → initramfs → reboot → verify → readmit"),
    /** Boot the goal's kernel, and make it the default. */
    BACK("cordon → drain → boot the pinned kernel once → first gates → make it the default → verify → readmit"),
    /** Make the goal's kernel ready, then boot it. */
    PREPARE("cordon → drain → make the pinned kernel ready → boot it once → verify → readmit"),
    /** Write the image again, which brings the goal's kernel. */
    IMAGE("cordon → drain → write the image again → verify → readmit"),
    /** The goal's kernel cannot carry the driver: back to that of the previous baseline. */
    RETREAT("cordon → drain → boot the previous baseline's kernel → verify → readmit");

    private final String plan;

    KernelGpuMissingProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
