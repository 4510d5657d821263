package dev.slipway.activities.bmc;

/** What a BMC can be told. None of them asks the system of the machine: its processes just end. */
public enum PowerAction {
    ON,
    OFF,
    /** Off and on, or a reset, in one act: what came of it cannot be read from the power. */
    CYCLE
}
