package dev.slipway.frame;

import dev.slipway.model.node.NodeState;

/** Distinguishes runs by what comes next in each state and by what a person can do there. */
enum RunKind {
    /** A run that takes its node out of service, and rolls back where a gate fails. */
    NODE_RUN,
    /** A run that takes its node out of service, and has nothing to roll back to. */
    FORWARD_ONLY_RUN,
    /** A run that works while its node is in service. */
    IN_SERVICE_RUN,
    /** A node that is lent to the test of another one. */
    LEASE;

    /** Returns what is done after {@code state}, in words for a person. */
    String next(NodeState state) {
        return switch (state) {
            case WAITING ->
                switch (this) {
                    case NODE_RUN, FORWARD_ONLY_RUN -> "cordon, evidence and drain, if the node needs them";
                    case IN_SERVICE_RUN -> "the change, in service, if the node needs it";
                    case LEASE -> "cordon, if the node is at its baseline";
                };
            case CORDONED, DRAINING ->
                this == LEASE
                        ? "the test, once the node is proven idle"
                        : "the change itself, once the node is proven empty";
            case MUTATING, REBOOTING ->
                switch (this) {
                    case FORWARD_ONLY_RUN ->
                        "gates and diagnostics; then readmission, else another repair, or a person";
                    case IN_SERVICE_RUN -> "a check of what was changed; it is undone where that fails";
                    case NODE_RUN, LEASE -> "gates and diagnostics; then readmission, or rollback";
                };
            case VERIFYING -> afterVerification();
            case ROLLING_BACK ->
                switch (this) {
                    case IN_SERVICE_RUN -> "what was changed is undone, in service; else hold";
                    case FORWARD_ONLY_RUN ->
                        "gates and diagnostics on a new image; then readmission, else another repair, or a person";
                    case NODE_RUN, LEASE -> "the same gates on the previous baseline; then readmission, else hold";
                };
            case READMITTED ->
                this == LEASE
                        ? "release of the capacity"
                        : "release of the capacity; after a proven change a soak before that";
            case DECISION -> "what a person decides";
            case HELD -> "nothing until a person acts";
            case IN_SERVICE -> "nothing, the run has ended";
        };
    }

    private String afterVerification() {
        return switch (this) {
            case NODE_RUN -> "readmission when every gate has passed, else rollback";
            case FORWARD_ONLY_RUN -> "readmission when every gate has passed, else another repair, or a person";
            case IN_SERVICE_RUN -> "the end; what was changed is undone where this check fails";
            case LEASE -> "readmission as found, once the test is over and the node idle; else hold";
        };
    }

    /** Returns what an abort does in {@code state}: what follows "the run". */
    String afterAbort(NodeState state) {
        return switch (state) {
            case WAITING, CORDONED, DRAINING ->
                switch (this) {
                    case IN_SERVICE_RUN -> changed();
                    case FORWARD_ONLY_RUN -> "stops at the next safe point: a node that is cordoned by then is held";
                    case NODE_RUN, LEASE ->
                        "stops at the next safe point: a node without fault, change, hold or runbook before goes back,"
                                + " any other is held";
                };
            case VERIFYING ->
                "stops only where it waits or a gate fails; a node that passes "
                        + (this == IN_SERVICE_RUN ? "keeps the change" : "is readmitted all the same");
            case ROLLING_BACK -> "waits for nothing more but the ledger: where it would, the node is held";
            default -> changed();
        };
    }

    private String changed() {
        return switch (this) {
            case FORWARD_ONLY_RUN -> "stops at the next safe point, and the node is held";
            case IN_SERVICE_RUN -> "stops at the next safe point; what it changed is undone, else the node is held";
            case NODE_RUN, LEASE -> "stops at the next safe point and rolls back; where that fails, the node is held";
        };
    }

    /** Returns how a person ends a lease in {@code state}. */
    static String giveBack(NodeState state) {
        return switch (state) {
            case WAITING -> "signal `giveBack` ends the lease after this step: the node stays in service";
            case VERIFYING ->
                "signal `giveBack` ends the lease: the node is readmitted as found if it is idle; while the test runs"
                        + " on it, it is held";
            default -> "signal `giveBack` ends the lease after this step: the node is readmitted as found, else held";
        };
    }
}
