package dev.slipway.model;

import dev.slipway.model.node.NodeState;

/**
 * Defines a step of a runbook: its id in history, ledger and on the node, its title for people, and the node's state
 * while it runs.
 */
public record Step(String id, String title, NodeState state) implements StepId {
    public static final Step FACTS = new Step("facts", "Collect facts", NodeState.WAITING);
    public static final Step DIAGNOSE = new Step("diagnose", "Diagnose", NodeState.WAITING);
    public static final Step PRE_CHECKS = new Step("pre-checks", "Pre-checks", NodeState.WAITING);
    public static final Step CAPACITY = new Step("capacity", "Request capacity", NodeState.WAITING);
    public static final Step CORDON = new Step("cordon", "Cordon", NodeState.CORDONED);
    public static final Step EVIDENCE = new Step("evidence", "Capture evidence", NodeState.CORDONED);
    public static final Step DRAIN = new Step("drain", "Drain", NodeState.DRAINING);
    public static final Step REBOOT = new Step("reboot", "Reboot", NodeState.REBOOTING);
    public static final Step SETTINGS = new Step("settings", "Set runtime settings", NodeState.MUTATING);
    public static final Step SERVICES = new Step("services", "Start services", NodeState.MUTATING);
    public static final Step HOLD_PACKAGES = new Step("hold-packages", "Hold the packages", NodeState.MUTATING);
    public static final Step READMIT = new Step("readmit", "Readmit", NodeState.READMITTED);
    public static final Step SOAK = new Step("soak", "Soak", NodeState.READMITTED);
    public static final Step HOLD = new Step("hold", "Hold", NodeState.HELD);
    public static final Step RELEASE = new Step("release", "Release", NodeState.IN_SERVICE);

    /**
     * Returns the same step as part of a rollback: it has its own directory on the node and its own line in the
     * journal.
     */
    public Step undoing() {
        return new Step("undo-" + id, "Roll back: " + title, NodeState.ROLLING_BACK);
    }

    @Override
    public Step step() {
        return this;
    }
}
