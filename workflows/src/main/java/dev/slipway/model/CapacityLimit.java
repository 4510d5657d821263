package dev.slipway.model;

/** The lower of a count and a percentage (rounded down, at least 1) of the members may be out at once. */
public record CapacityLimit(int count, int percent) {

    /** How many of {@code members} may be out. */
    public int of(int members) {
        return Math.min(count, Math.max(1, members * percent / 100));
    }
}
