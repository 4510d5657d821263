package dev.slipway.config.units;

/** Holds a bus bandwidth, written {@code 450GB/s}. */
public record Bandwidth(double gigabytesPerSecond) {

    @Override
    public String toString() {
        return gigabytesPerSecond + "GB/s";
    }
}
