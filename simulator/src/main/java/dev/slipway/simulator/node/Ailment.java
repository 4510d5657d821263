package dev.slipway.simulator.node;

/**
 * Describes a fault of the GPU in one slot until something ends it: the driver's recommended action, whether it is off
 * the bus, its remapped rows, and the uncorrectable errors of SRAM in its life.
 */
public record Ailment(int slot, String asks, boolean offBus, Rows rows, int sram, Cure cure) {

    /** Lists what ends it; a stronger act ends it too. */
    public enum Cure {
        RESET,
        REBOOT,
        POWER_CYCLE,
        NOTHING
    }

    /** Lists rows of memory that a reset remaps, or that can no longer be remapped. */
    public enum Rows {
        WELL,
        PENDING,
        FAILED
    }

    /** Returns a GPU for which the driver recommends this. */
    public static Ailment asking(int slot, String action, Cure cure) {
        return new Ailment(slot, action, false, Rows.WELL, 0, cure);
    }

    /** Returns a GPU that is not on the bus. */
    public static Ailment offTheBus(int slot, Cure cure) {
        return new Ailment(slot, "None", true, Rows.WELL, 0, cure);
    }

    /** Returns a GPU with rows to be remapped, or that could not be. */
    public static Ailment rows(int slot, Rows rows) {
        return new Ailment(slot, "None", false, rows, 0, rows == Rows.FAILED ? Cure.NOTHING : Cure.RESET);
    }

    /** Returns a GPU whose SRAM had that many uncorrectable errors. */
    public static Ailment sram(int slot, int errors) {
        return new Ailment(slot, "None", false, Rows.WELL, errors, Cure.NOTHING);
    }
}
