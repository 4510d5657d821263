package dev.slipway.rollout;

import dev.slipway.fake.Bench;
import dev.slipway.model.FailureType;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.port.CapacityClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Asks the real budget workflow; who else is out is what the test says. */
public final class FakeBudgetClient implements CapacityClient {
    private final Bench bench;
    volatile int limit;
    final Set<String> outByOthers = ConcurrentHashMap.newKeySet();
    volatile boolean unreadable;
    final Set<String> closed = ConcurrentHashMap.newKeySet();
    volatile boolean ledgerAway;
    /** What is written down, whatever becomes of the budget. */
    final Map<String, HeldGrant> book = new ConcurrentHashMap<>();

    private final AtomicLong fence = new AtomicLong();
    /** How many runs were described so far, one call of the server each. */
    final AtomicInteger described = new AtomicInteger();
    /** How many times it was read who is out. */
    final AtomicInteger rooms = new AtomicInteger();
    /** Nodes that their cluster shows as out, besides {@link #outByOthers}. */
    Supplier<List<String>> shownOut = List::of;

    public FakeBudgetClient(Bench bench, int limit) {
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
        rooms.incrementAndGet();
        Set<String> out = new TreeSet<>(outByOthers);
        out.addAll(shownOut.get());
        return new CapacityRoom(limit, List.copyOf(out));
    }

    @Override
    public List<String> closed(List<String> workflowIds) {
        described.addAndGet(workflowIds.size());
        return workflowIds.stream().filter(closed::contains).toList();
    }

    @Override
    public GrantRecords records(String budget) {
        readable();
        return new GrantRecords(fence.get(), List.copyOf(book.values()));
    }

    @Override
    public void record(String budget, List<HeldGrant> granted, List<HeldGrant> over) {
        readable();
        over.forEach(grant -> book.remove(grant.request().holder(), grant));
        granted.forEach(grant -> book.put(grant.request().holder(), grant));
        granted.forEach(grant -> fence.accumulateAndGet(grant.grant().fence(), Math::max));
    }

    private void readable() {
        if (ledgerAway) {
            throw FailureType.LEDGER_UNAVAILABLE.of("the ledger does not answer");
        }
    }
}
