package dev.slipway.activities.bmc;

/** Lists what a BMC reads of its machine's power. */
public enum PowerState {
    ON,
    OFF,
    /** On its way from one to the other. */
    CHANGING
}
