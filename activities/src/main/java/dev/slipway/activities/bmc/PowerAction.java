package dev.slipway.activities.bmc;

/** Lists the actions of a BMC. None of them involves the system of the machine: its processes just end. */
public enum PowerAction {
    ON,
    OFF,
    /** Off and on, or a reset, in one action: the power does not show its effect. */
    CYCLE
}
