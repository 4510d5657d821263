package dev.slipway.activities.safety;

/**
 * Which invariants are kept. Always {@link #ALL} of them: that each can be left out serves the tests that show that
 * leaving it out is noticed, and a house rule keeps every other source of the product from making another set.
 */
public record Invariants(boolean i1, boolean i2, boolean i6, boolean i9) {
    /** Every one of them. */
    public static final Invariants ALL = new Invariants(true, true, true, true);
}
