package dev.slipway.runbook.persistence;

import dev.slipway.model.NodeState;
import dev.slipway.model.Step;

/** What persistence does, by the names that its steps have in history, journal and on the node. */
final class Doing {
    static final Step FOUND = new Step("found", "Record unit and mode as found", NodeState.WAITING);
    static final Step ENABLE = new Step("enable", "Enable nvidia-persistenced", NodeState.MUTATING);
    static final Step ENFORCE = new Step("enforce-dcgm", "Have DCGM set its targets anew", NodeState.MUTATING);
    static final Step LASTS = new Step("lasts", "Read back unit and mode", NodeState.WAITING);
    static final Step RESTORE = new Step("restore", "Unit and mode as found", NodeState.MUTATING);

    private Doing() {}
}
