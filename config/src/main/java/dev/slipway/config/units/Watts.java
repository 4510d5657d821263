package dev.slipway.config.units;

/** Holds power, written {@code 700W}. */
public record Watts(int value) {

    @Override
    public String toString() {
        return value + "W";
    }
}
