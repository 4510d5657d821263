package dev.slipway.simulator.node;

import java.util.List;
import java.util.Optional;

/** Holds runtime settings of the GPUs, equal on all of them: watts, and memory and graphics clock in MHz. */
public record GpuSettings(
        boolean persistence, String computeMode, int powerLimit, Clocks clocks, boolean ecc, boolean mig) {

    /** Holds application clocks in MHz. */
    public record Clocks(int memory, int graphics) {}

    /** Returns what an H100 has after a fresh start. */
    public static GpuSettings factory() {
        return new GpuSettings(true, "Default", 700, new Clocks(2619, 1980), true, false);
    }

    /** Returns the settings that a script gives DCGM at boot; empty if it gives none. */
    static Optional<GpuSettings> atBoot(String script) {
        return script.lines()
                .filter(line -> line.contains("dcgmi config --set "))
                .findFirst()
                .map(line -> factory().given(List.of(line.replace(";", "").split("\\s+"))));
    }

    /** Returns these with what the arguments of {@code dcgmi config --set} name. */
    public GpuSettings given(List<String> words) {
        GpuSettings now = this;
        for (int i = 0; i + 1 < words.size(); i++) {
            String value = words.get(i + 1);
            now = switch (words.get(i)) {
                case "-P", "--powerlimit" -> now.powerLimit(Integer.parseInt(value));
                case "-e", "--eccmode" -> now.ecc(value.equals("1"));
                case "-c", "--compmode" ->
                    now.computeMode(
                            switch (value) {
                                case "1" -> "Prohibited";
                                case "2" -> "Exclusive_Process";
                                default -> "Default";
                            });
                case "-a", "--appclocks" -> {
                    String[] clocks = value.split(",", 2);
                    yield now.clocks(
                            new Clocks(Integer.parseInt(clocks[0].strip()), Integer.parseInt(clocks[1].strip())));
                }
                default -> now;
            };
        }
        return now;
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
