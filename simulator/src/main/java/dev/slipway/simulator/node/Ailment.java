package dev.slipway.simulator.node;

/**
 * What ails the GPU in one slot until something ends it: what its driver asks for, whether it is off the bus, its
 * remapped rows, and the uncorrectable errors of SRAM in its life.
 */
public record Ailment(int slot, String asks, boolean offBus, Rows rows, int sram, Cure cure) {

    /** What ends it; a stronger act ends it too. */
    public enum Cure {
        RESET,
        REBOOT,
        POWER_CYCLE,
        NOTHING
    }

    /** Rows of memory that a reset remaps, or that cannot be remapped any more. */
    public enum Rows {
        WELL,
        PENDING,
        FAILED
    }

    /** A GPU whose driver asks for this. */
    public static Ailment asking(int slot, String action, Cure cure) {
        return new Ailment(slot, action, false, Rows.WELL, 0, cure);
    }

    /** A GPU that is not on the bus. */
    public static Ailment offTheBus(int slot, Cure cure) {
        return new Ailment(slot, "None", true, Rows.WELL, 0, cure);
    }

    /** A GPU with rows to be remapped, or that could not be. */
    public static Ailment rows(int slot, Rows rows) {
        return new Ailment(slot, "None", false, rows, 0, rows == Rows.FAILED ? Cure.NOTHING : Cure.RESET);
    }

    /** A GPU whose SRAM had so many uncorrectable errors. */
    public static Ailment sram(int slot, int errors) {
        return new Ailment(slot, "None", false, Rows.WELL, errors, Cure.NOTHING);
    }
}
