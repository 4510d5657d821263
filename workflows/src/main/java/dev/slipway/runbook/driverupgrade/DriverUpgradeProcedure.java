package dev.slipway.runbook.driverupgrade;

import dev.slipway.rules.Procedure;

/** Lists the procedures of driver-upgrade, by their names in histories. */
enum DriverUpgradeProcedure implements Procedure {
    /** Install the planned set in place; the kernel stays. */
    UPGRADE("cordon → drain → prove as found → install the planned set → reboot → verify → readmit"),
    /** Install the planned set with another kernel, boot that once, and make it the default when it is proven. */
    UPGRADE_KERNEL("cordon → drain → prove as found → install the planned set and kernel → boot it once → first gates"
            + " → make it the default → verify → readmit"),
    /** Write the planned image. */
    IMAGE("cordon → drain → prove as found → write the planned image → verify → readmit");

    private final String plan;

    DriverUpgradeProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
