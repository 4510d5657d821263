package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Trigger;
import java.time.Duration;

/** What a runbook supplies, and what it may say of itself; the frame calls each at its time. */
abstract class RunbookParts extends NodeDecisions {
    /** How far a runbook looks back whose trigger is a fault. */
    protected static final Duration A_DAY = Duration.ofDays(1);

    RunbookParts(Trigger trigger, String slug) {
        super(trigger, slug);
    }

    /** May this node be worked on now? Ends by {@link GateClosed}; nothing has been touched yet. */
    protected abstract void preChecks();

    /** What is done to the node, each act preceded by its {@link NodeSteps#onRollback}. */
    protected abstract void procedure();

    /** Proves that the node is what {@code goal} says; used for success and for rollback alike. */
    protected abstract void verify(BaselineRef goal);

    /** What to keep after the node was rolled back: the pin follows reality. */
    protected abstract void rolledBack(BaselineRef previous, String reason);

    /** A runbook that repairs a fault has nothing to roll back to: what it began ends whole, elsewhere, or held. */
    protected boolean forwardOnly() {
        return false;
    }

    /**
     * Whether its procedure needs nobody off the node and keeps the node in service. A node that is out all the same – found
     * faulty, handed over under a cordon, adopted – goes the whole way, and is proven before it returns.
     */
    protected boolean worksInService() {
        return false;
    }

    /**
     * How far before the run its first look at the kernel's log reaches. A fault is older than the run that it started; a
     * table counts what is of the boot that runs. The gates never look back.
     */
    protected Duration lookBack() {
        return forwardOnly() ? A_DAY : Duration.ZERO;
    }

    /** Whether a node on which the way back fails too is written anew, where its fleet writes images, before it is held. */
    protected boolean imageAtLast() {
        return false;
    }

    /** Whether a node that fails this gate after the runbook's work has hardware to be replaced. */
    protected boolean replaces(String gate) {
        return false;
    }

    /** Tells those who replace a GPU. The node is held by now. Returns {@code reason}, with what came of it. */
    protected String candidate(String reason) {
        return reason;
    }
}
