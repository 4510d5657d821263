package dev.slipway.simulator.node;

import java.util.Random;
import java.util.UUID;

/**
 * Draws values that depend on the seed and a label only, never on the order of threads: the same seed gives the same
 * fleet.
 */
public record Seed(long value) {

    /** Returns a generator of its own for {@code label}. */
    public Random random(String label) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        for (int i = 0; i < label.length(); i++) {
            mixed = (mixed ^ label.charAt(i)) * 0xBF58476D1CE4E5B9L;
            mixed ^= mixed >>> 29;
        }
        return new Random(mixed);
    }

    public UUID uuid(String label) {
        Random random = random(label);
        long high = (random.nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
        long low = (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    /** Returns a number in [0, 1). */
    public double fraction(String label) {
        return random(label).nextDouble();
    }

    /** Returns a seed for a part of the whole. */
    public Seed of(String label) {
        return new Seed(random(label).nextLong());
    }
}
