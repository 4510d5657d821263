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

    /** Returns what a run does after this, in words for a person. */
    public String next() {
        return switch (this) {
            case WAITING -> "cordon, evidence and drain, if the table says that something is to be done";
            case CORDONED, DRAINING -> "the change itself, once the node is proven empty";
            case MUTATING, REBOOTING -> "gates and diagnostics; then readmission, or rollback";
            case VERIFYING -> "readmission when every gate has passed, else rollback";
            case ROLLING_BACK -> "the same gates on the previous baseline; then readmission, else hold";
            case READMITTED -> "soak, then release of the capacity";
            case DECISION -> "what a person decides";
            case HELD -> "nothing until a person acts";
            case IN_SERVICE -> "nothing, the run has ended";
        };
    }

    /** Returns what a person can do while no decision is open. */
    public String open() {
        return switch (this) {
            case HELD -> "repair it, then `slipway run RUNBOOK --node NODE --adopt --reason …`";
            case IN_SERVICE, READMITTED -> "nothing is left to stop";
            default -> "update `abort` stops it at the next safe point and rolls back";
        };
    }

    /** Returns the word in tables and search attributes. */
    public String word() {
        return this == DECISION || this == HELD
                ? name()
                : name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
