package dev.slipway.frame;

import dev.slipway.model.node.NodeState;

/** What a journal is about: what comes next, and what a person can do, depend on it. */
enum Telling {
    /** A run that takes its node out of service. */
    NODE_RUN,
    /** A run that works while its node is in service. */
    IN_SERVICE_RUN,
    /** A node that is lent to the test of another one. */
    LEASE;

    /** Returns what is done after {@code state}, in words for a person. */
    String next(NodeState state) {
        return switch (state) {
            case WAITING ->
                switch (this) {
                    case NODE_RUN -> "cordon, evidence and drain, if the table says that something is to be done";
                    case IN_SERVICE_RUN -> "the change, in service, if the table says that something is to be done";
                    case LEASE -> "cordon, if the node is at its baseline";
                };
            case CORDONED, DRAINING ->
                this == LEASE
                        ? "the test, once the node is proven idle"
                        : "the change itself, once the node is proven empty";
            case MUTATING, REBOOTING ->
                this == IN_SERVICE_RUN
                        ? "a check of what was changed; it is undone where that fails"
                        : "gates and diagnostics; then readmission, or rollback";
            case VERIFYING ->
                this == LEASE
                        ? "readmission as found, once the test is over and the node idle; else hold"
                        : "readmission when every gate has passed, else rollback";
            case ROLLING_BACK ->
                this == IN_SERVICE_RUN
                        ? "what was changed is undone, in service; else hold"
                        : "the same gates on the previous baseline; then readmission, else hold";
            case READMITTED -> this == LEASE ? "release of the capacity" : "soak, then release of the capacity";
            case DECISION -> "what a person decides";
            case HELD -> "nothing until a person acts";
            case IN_SERVICE -> "nothing, the run has ended";
        };
    }

    /** Returns what a person can do in {@code state} while no decision is open. */
    String open(NodeState state) {
        return switch (state) {
            case HELD -> "repair it, then `slipway run RUNBOOK --node NODE --adopt --reason …`";
            case IN_SERVICE, READMITTED -> "nothing is left to stop";
            default ->
                this == LEASE
                        ? "signal `giveBack` ends the lease: the node is readmitted as found, else held"
                        : "update `abort` stops it at the next safe point and rolls back";
        };
    }
}
