package dev.slipway.fake;

import dev.slipway.model.FailureType;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.CapacityClient;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers for a fleet that has room, or has none. {@code grant} delivers a grant to a holder. */
public record FakeCapacity(Function<NodeRef, FakeNode> find, Consumer<CapacityRequest> grant)
        implements CapacityClient {
    @Override
    public void ask(CapacityRequest request) {
        answer(request);
        find.apply(request.node()).asked++;
        if (find.apply(request.node()).capacity) {
            grant.accept(request);
        }
    }

    @Override
    public void giveBack(CapacityRequest request) {
        answer(request);
        find.apply(request.node()).givenBack++;
    }

    private void answer(CapacityRequest request) {
        if (find.apply(request.node()).budgetAway) {
            throw FailureType.GATE_CLOSED.of("the budget does not answer");
        }
    }

    @Override
    public CapacityRoom room(String fleet) {
        return new CapacityRoom(1, List.of());
    }

    @Override
    public List<String> closed(List<String> workflowIds) {
        return List.of();
    }

    @Override
    public GrantRecords records(String budget) {
        return new GrantRecords(0, List.of());
    }

    @Override
    public void record(String budget, List<HeldGrant> granted, List<HeldGrant> over) {}
}
