package dev.slipway.runbook.imagedrift;

import dev.slipway.rules.Procedure;

/** Lists the procedures of image-drift, by their names in histories. */
enum ImageDriftProcedure implements Procedure {
    /** Bring the packages to the pins in place. */
    CONVERGE("cordon → drain → converge packages → reboot → verify → readmit"),
    /** Write the image again. */
    IMAGE("cordon → drain → write the image again → verify → readmit"),
    /** Boot the pinned kernel that is already installed, prove the node on it, and make it the default. */
    BOOT("cordon → drain → boot " + WHAT + " once → first gates → make it the default → verify → readmit"),
    /** Set runtime settings; no reboot. */
    SETTINGS("cordon → drain → set runtime settings → verify → readmit");

    private final String plan;

    ImageDriftProcedure(String plan) {
        this.plan = plan;
    }

    @Override
    public String plan() {
        return plan;
    }
}
