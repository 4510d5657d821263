package dev.slipway.fleet;

import dev.slipway.fake.Bench;
import dev.slipway.model.CapacityRequest;
import dev.slipway.model.CapacityRoom;
import dev.slipway.model.FailureType;
import dev.slipway.port.CapacityDesk;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A desk in front of the real budget workflow; who else is out is what the test says. */
public final class FakeDesk implements CapacityDesk {
    private final Bench bench;
    volatile int limit;
    final Set<String> outByOthers = ConcurrentHashMap.newKeySet();
    volatile boolean unreadable;
    final Set<String> closed = ConcurrentHashMap.newKeySet();

    public FakeDesk(Bench bench, int limit) {
        this.bench = bench;
        this.limit = limit;
    }

    @Override
    public void ask(CapacityRequest request) {
        budget(request).signalWithStart("ask", new Object[] {request}, new Object[] {
            CapacityState.empty("prod", request.domain(), request.fleet())
        });
    }

    @Override
    public void giveBack(CapacityRequest request) {
        bench.client()
                .newUntypedWorkflowStub(Capacity.workflowId("prod", request.domain()))
                .signal("giveBack", request);
    }

    private WorkflowStub budget(CapacityRequest request) {
        return bench.client()
                .newUntypedWorkflowStub(
                        "Capacity",
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(Capacity.workflowId("prod", request.domain()))
                                .build());
    }

    @Override
    public CapacityRoom room(String fleet) {
        if (unreadable) {
            throw FailureType.AMBIGUOUS.of("the cluster does not answer");
        }
        return new CapacityRoom(limit, List.copyOf(outByOthers));
    }

    @Override
    public List<String> closed(List<String> workflowIds) {
        return workflowIds.stream().filter(closed::contains).toList();
    }
}
