package dev.slipway.model;

import java.util.List;

/**
 * A GPU that facts or its past speak against. {@code uuid}, {@code serial} and {@code bdf} are empty where nothing says
 * them; one that does not answer any more is named by what sat at its place on the bus before. {@code why} is for a
 * person.
 */
public record GpuSuspect(String uuid, String serial, String bdf, List<Integer> xids, String why) {

    /** The slot as the kernel names it under {@code /sys/bus/pci/slots}: the address without the function. */
    public String slot() {
        int function = bdf.lastIndexOf('.');
        return function < 0 ? bdf : bdf.substring(0, function);
    }

    /** The number of the XID that counts first, empty where none was seen. */
    public String cause() {
        return xids.isEmpty() ? "" : Integer.toString(xids.getFirst());
    }

    @Override
    public String toString() {
        return "GPU " + (bdf.isEmpty() ? "at an unknown place" : bdf) + ", serial "
                + (serial.isEmpty() ? "unknown" : serial) + ": " + why;
    }
}
