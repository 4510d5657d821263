package dev.slipway.model.gpu;

import java.util.List;

/**
 * Names a GPU that facts or its past make suspect. {@code uuid}, {@code serial} and {@code bdf} are empty if they are
 * unknown; a GPU that no longer answers is named by what was at its bus address before. {@code why} is for a person.
 */
public record GpuSuspect(String uuid, String serial, String bdf, List<Integer> xids, String why) {

    /** Returns the slot as the kernel names it under {@code /sys/bus/pci/slots}: the address without the function. */
    public String slot() {
        int function = bdf.lastIndexOf('.');
        return function < 0 ? bdf : bdf.substring(0, function);
    }

    /** Returns the number of the XID that counts first, empty if none was seen. */
    public String cause() {
        return xids.isEmpty() ? "" : Integer.toString(xids.getFirst());
    }

    @Override
    public String toString() {
        return "GPU " + (bdf.isEmpty() ? "at an unknown place" : bdf) + ", serial "
                + (serial.isEmpty() ? "unknown" : serial) + ": " + why;
    }
}
