package dev.slipway.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.FakeInventory;
import dev.slipway.fake.FakeLedger;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.FakePorts;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.port.CapacityClient;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An engine in memory that hosts every workflow and answers its local activities only: a run stands at its first other
 * one. Nothing may leave service.
 */
final class WorkflowsAlone implements AutoCloseable {
    private static final String QUEUE = "slipway";
    /** A machine with other work to do may need more than the engine's one second to load our classes. */
    private static final long BUSY_MACHINE_MILLIS = 30_000;

    private static final int LOOKS = 6_000;

    private final TestWorkflowEnvironment engine;
    private int started;

    WorkflowsAlone() {
        TestEnvironmentOptions.Builder options = TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                        .setUsingVirtualWorkflowThreads(true)
                        .setWorkerInterceptors(new StartInput())
                        .build());
        SearchKeys.ALL.forEach(
                key -> options.registerSearchAttribute(key.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
        engine = TestWorkflowEnvironment.newInstance(options.build());
        Worker worker = engine.newWorker(
                QUEUE,
                WorkerOptions.newBuilder()
                        .setDefaultDeadlockDetectionTimeout(BUSY_MACHINE_MILLIS)
                        .setLocalActivityWorkerOnly(true)
                        .build());
        Handlers.all().forEach(of -> worker.registerWorkflowImplementationTypes(of.implementation()));
        FakeLedger ledger = new FakeLedger(node -> new FakeNode(node.name()));
        worker.registerActivitiesImplementations(FakePorts.all(node -> new FakeNode(node.name()), ledger));
        worker.registerActivitiesImplementations(new FakeInventory(List.of(), new ArrayDeque<>(), ledger), new Full());
        engine.start();
    }

    /** A run with whole input. */
    WorkflowStub start(Handlers of) {
        return start(
                of,
                Arrays.stream(of.start().getParameterTypes()).map(Samples::of).toArray());
    }

    WorkflowStub start(Handlers of, Object[] input) {
        WorkflowStub run = engine.getWorkflowClient()
                .newUntypedWorkflowStub(
                        of.toString(),
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(QUEUE)
                                .setWorkflowId("run-" + started++)
                                .build());
        run.start(input);
        return run;
    }

    /** Judged once the worker has taken in all that was sent. */
    void assertNoTaskFailed(WorkflowStub run, String when) {
        for (int looks = 0; looks < LOOKS && !settled(run); looks++) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        assertThat(history(run))
                .as("%s: workflow tasks that failed", when)
                .filteredOn(HistoryEvent::hasWorkflowTaskFailedEventAttributes)
                .extracting(event -> event.getWorkflowTaskFailedEventAttributes()
                        .getFailure()
                        .getMessage())
                .isEmpty();
        assertThat(settled(run)).as("%s: every workflow task is done", when).isTrue();
    }

    private boolean settled(WorkflowStub run) {
        int open = 0;
        for (HistoryEvent event : history(run)) {
            open += event.hasWorkflowTaskScheduledEventAttributes() ? 1 : 0;
            open -= event.hasWorkflowTaskCompletedEventAttributes() || event.hasWorkflowTaskFailedEventAttributes()
                    ? 1
                    : 0;
        }
        return open == 0;
    }

    List<HistoryEvent> history(WorkflowStub run) {
        return engine.getWorkflowClient()
                .fetchHistory(run.getExecution().getWorkflowId())
                .getHistory()
                .getEventsList();
    }

    /** The capacity of a fleet of which no node may leave service. */
    private static final class Full implements CapacityClient {
        @Override
        public void ask(CapacityRequest request) {}

        @Override
        public void giveBack(CapacityRequest request) {}

        @Override
        public CapacityRoom room(String fleet) {
            return new CapacityRoom(0, List.of());
        }

        @Override
        public List<String> closed(List<String> holders) {
            return List.of();
        }

        @Override
        public GrantRecords records(String budget) {
            return new GrantRecords(0, List.of());
        }

        @Override
        public void record(String budget, List<HeldGrant> granted, List<HeldGrant> over) {}
    }

    @Override
    public void close() {
        engine.close();
    }
}
