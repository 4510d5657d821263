package dev.slipway.frame;

import java.time.Duration;

/**
 * Defines how a runbook treats a node. {@code forwardOnly}: it has nothing to roll back to; what it began ends
 * complete, in another runbook, or held. {@code inService}: its procedure needs no empty node and leaves it in service;
 * a node that is already out takes the full path. {@code lookBack}: how far before the run its first reading of the
 * kernel's log reaches; the gates never look back.
 */
public record RunMode(boolean forwardOnly, boolean inService, Duration lookBack) {
    private static final Duration A_DAY = Duration.ofDays(1);

    /** Moves a node to a baseline, and rolls it back where its gates fail. */
    public static final RunMode REVERSIBLE = new RunMode(false, false, Duration.ZERO);

    /** Does the same, for a fault that is older than the run that it started. */
    public static final RunMode REVERSIBLE_AFTER_A_FAULT = new RunMode(false, false, A_DAY);

    /** Repairs a fault of the node. */
    public static final RunMode REPAIR = new RunMode(true, false, A_DAY);

    /** Repairs a node that stays in service meanwhile. */
    public static final RunMode REPAIR_IN_SERVICE = new RunMode(true, true, A_DAY);
}
