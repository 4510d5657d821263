package dev.slipway.config.units;

/** Holds a share from 0 to 100, written {@code 25%}. */
public record Percent(int value) {

    @Override
    public String toString() {
        return value + "%";
    }
}
