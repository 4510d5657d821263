package dev.slipway.activities.guard;

/**
 * Which invariants are kept. Always all of them: that each can be left out serves the tests that show that leaving it out
 * is noticed, and only code of this package can.
 */
record Invariants(boolean i1, boolean i2, boolean i6, boolean i9) {
    static final Invariants ALL = new Invariants(true, true, true, true);
}
