package dev.slipway.starter;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Inventory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The plans of the ledger, which is all of an inventory that a rollout reads. */
public final class KeptPlans implements Inventory {
    private final LedgerDatabase ledger;

    KeptPlans(LedgerDatabase ledger) {
        this.ledger = ledger;
    }

    @Override
    public List<Trigger> planPage(String planId, int from, int to) {
        return ledger.plans().page(planId, from, to);
    }

    @Override
    public Optional<Instant> opens(String fleet) {
        return Optional.empty();
    }

    @Override
    public Optional<String> taskQueue(String fleet) {
        return Optional.empty();
    }

    @Override
    public List<NodeRef> members(String fleet) {
        return List.of();
    }

    @Override
    public BaselineRef baselineOf(NodeRef node, String fleet) {
        throw new IllegalStateException("no rollout asks for the baseline of " + node);
    }
}
