package dev.slipway.simulator.node;

/** Holds runtime settings of the GPUs, equal on all of them: watts, and memory and graphics clock in MHz. */
public record GpuSettings(
        boolean persistence, String computeMode, int powerLimit, Clocks clocks, boolean ecc, boolean mig) {

    /** Holds application clocks in MHz. */
    public record Clocks(int memory, int graphics) {}

    /** Returns what an H100 has after a fresh start. */
    public static GpuSettings factory() {
        return new GpuSettings(true, "Default", 700, new Clocks(2619, 1980), true, false);
    }

    public GpuSettings persistence(boolean on) {
        return new GpuSettings(on, computeMode, powerLimit, clocks, ecc, mig);
    }

    public GpuSettings computeMode(String mode) {
        return new GpuSettings(persistence, mode, powerLimit, clocks, ecc, mig);
    }

    public GpuSettings powerLimit(int watts) {
        return new GpuSettings(persistence, computeMode, watts, clocks, ecc, mig);
    }

    public GpuSettings clocks(Clocks now) {
        return new GpuSettings(persistence, computeMode, powerLimit, now, ecc, mig);
    }

    public GpuSettings mig(boolean on) {
        return new GpuSettings(persistence, computeMode, powerLimit, clocks, ecc, on);
    }

    public GpuSettings ecc(boolean on) {
        return new GpuSettings(persistence, computeMode, powerLimit, clocks, on, mig);
    }
}
