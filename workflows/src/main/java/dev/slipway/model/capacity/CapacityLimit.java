package dev.slipway.model.capacity;

/** Limits how many members may be out: to the lower of a count and a percentage (rounded down, at least 1). */
public record CapacityLimit(int count, int percent) {

    /** Returns how many of {@code members} may be out. */
    public int of(int members) {
        return Math.min(count, Math.max(1, members * percent / 100));
    }
}
