package dev.slipway.simulator.node;

/** Describes one GPU in the machine; {@code bdf} is lower case with a four-digit domain, e.g. {@code 0000:5d:00.0}. */
public record GpuUnit(int slot, String uuid, String serial, String bdf, boolean lost) {

    GpuUnit losing() {
        return new GpuUnit(slot, uuid, serial, bdf, true);
    }

    /** Returns the address as the driver's tools print it: eight-digit domain, upper case. */
    public String busId() {
        return "0000" + bdf.toUpperCase(java.util.Locale.ROOT);
    }
}
