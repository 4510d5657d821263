package dev.slipway.fake;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Trigger;
import dev.slipway.port.Inventory;
import java.util.List;

/** A stored plan in memory. */
record FakeInventory(List<Trigger> plan) implements Inventory {
    @Override
    public List<Trigger> planPage(String planId, int from, int to) {
        return List.copyOf(plan.subList(from, to));
    }

    @Override
    public List<NodeRef> members(String fleet) {
        return plan.stream().map(Trigger::node).toList();
    }

    @Override
    public BaselineRef baselineOf(NodeRef node, String fleet) {
        return FakeNode.PIN;
    }
}
