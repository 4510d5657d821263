package dev.slipway.fake;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Inventory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** A plan stored in a ledger in memory. */
public record FakeInventory(List<Trigger> plan, Queue<Instant> openings, FakeLedger ledger) implements Inventory {
    @Override
    public List<Trigger> planPage(String planId, int from, int to) {
        ledger.answer();
        if (ledger.planLost) {
            throw FailureType.GATE_CLOSED.of("The ledger has no plan " + planId);
        }
        return List.copyOf(plan.subList(from, Math.min(to, plan.size())));
    }

    @Override
    public Optional<Instant> opens(String fleet) {
        if (ledger.windowsUnread) {
            throw FailureType.GATE_CLOSED.of("the calendar does not answer");
        }
        return Optional.ofNullable(openings.poll());
    }

    @Override
    public Optional<String> taskQueue(String fleet) {
        return Optional.empty();
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
