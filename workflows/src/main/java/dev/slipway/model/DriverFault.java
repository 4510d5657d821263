package dev.slipway.model;

/** What keeps the driver from the GPUs where no stage of a repair helps: whose work that is, is a runbook's to say. */
public enum DriverFault {
    /** The running kernel has no module at the pin, and none could be built. */
    NO_MODULE,
    /** The kernel rejects the module's key, or another driver holds the GPUs. */
    MODULE_REFUSED,
    /** The module loads, and the GPUs do not start with its firmware. */
    FIRMWARE
}
