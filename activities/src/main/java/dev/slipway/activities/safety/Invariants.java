package dev.slipway.activities.safety;

/**
 * Lists which invariants are enforced. It is always {@link #ALL} of them. Each can be left out only for the tests which
 * prove that this is noticed, and a house rule forbids all other code to create another set.
 */
public record Invariants(boolean i1, boolean i2, boolean i6, boolean i9) {
    /** Contains every invariant. */
    public static final Invariants ALL = new Invariants(true, true, true, true);
}
