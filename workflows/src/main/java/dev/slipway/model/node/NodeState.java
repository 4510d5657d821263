package dev.slipway.model.node;

/** States where a node is in its run. Only {@link #VERIFYING} to {@link #READMITTED} makes it schedulable. */
public enum NodeState {
    IN_SERVICE,
    WAITING,
    CORDONED,
    DRAINING,
    MUTATING,
    REBOOTING,
    VERIFYING,
    READMITTED,
    ROLLING_BACK,
    DECISION,
    HELD;

    /** Returns the word in tables and search attributes. */
    public String word() {
        return this == DECISION || this == HELD
                ? name()
                : name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
