package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.frame.Partner;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.PartnerRequest;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.rollout.NodeRelease;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.RawValue;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The latest run of a node may be one that nobody decides about: a lease to a test, or a release by hand. */
class RunsWithoutDecisionTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");
    private static final NodeRef BORROWER = new NodeRef("prod-a", "gpu-102");

    @TempDir
    Path folder;

    /** A run that leases a node. */
    @WorkflowInterface
    public interface Borrowing {
        @WorkflowMethod
        String borrow();
    }

    /** Leases one node, and ends with the lease. */
    public static final class BorrowingRun implements Borrowing {
        @Override
        public String borrow() {
            ChildWorkflowOptions lease = ChildWorkflowOptions.newBuilder()
                    .setWorkflowId(NODE.workflowId())
                    .build();
            return Workflow.newUntypedChildWorkflowStub("Partner", lease).execute(String.class);
        }
    }

    /** Is leased until it is given back. */
    public static final class Lease implements Partner {
        private boolean over;

        @Override
        public String lend(@Nullable PartnerRequest request) {
            Workflow.await(() -> over);
            return "returned";
        }

        @Override
        public void giveBack() {
            over = true;
        }

        @Override
        public void granted(@Nullable RawValue grant) {}

        @Override
        public void reportWait(@Nullable RawValue step, @Nullable RawValue why) {}
    }

    /** Does not end by itself. */
    public static final class LongRelease implements NodeRelease {
        @Override
        public String release(@Nullable UnverifiedRelease request) {
            Workflow.await(() -> false);
            return "never";
        }
    }

    private static void refused(RunningStarter starter, String sentence, String next) {
        for (String decision : List.of("retry", "rollback", "hold", "accept", "abort")) {
            Said said = slipway(starter, decision, "gpu-041", "--reason", "looked at it");

            assertThat(said.exit()).as(decision + ": " + said.err()).isEqualTo(Exit.REFUSED);
            assertThat(said.err().lines()).as(decision).hasSize(2);
            assertThat(said.err()).as(decision).contains(sentence).contains(next);
        }
        assertThat(starter.ledger.audit().ofPeople(NODE.toString(), 100))
                .as("a decision that was never sent")
                .isEmpty();
    }

    private static void withWorker(RunningStarter starter, Runnable test) {
        WorkerFactory workers = WorkerFactory.newInstance(starter.memory());
        Worker worker = workers.newWorker(queue(starter));
        worker.registerWorkflowImplementationTypes(BorrowingRun.class, Lease.class, LongRelease.class);
        workers.start();
        try {
            test.run();
        } finally {
            workers.shutdownNow();
        }
    }

    private static String queue(RunningStarter starter) {
        return starter.config.site().temporal().taskQueue();
    }

    private static WorkflowStub begun(RunningStarter starter, String type, String id) {
        WorkflowClient temporal = starter.memory();
        WorkflowStub run = temporal.newUntypedWorkflowStub(
                type,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(id)
                        .setTaskQueue(queue(starter))
                        .build());
        run.start();
        return run;
    }

    private static WorkflowStub lease(RunningStarter starter) {
        WorkflowStub lease = starter.memory().newUntypedWorkflowStub(NODE.workflowId());
        while (true) {
            try {
                lease.describe();
                return lease;
            } catch (WorkflowNotFoundException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aLeaseToATestTakesNoDecisionOpenOrClosed() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            withWorker(starter, () -> {
                WorkflowStub borrower = begun(starter, "Borrowing", BORROWER.workflowId());
                WorkflowStub lease = lease(starter);

                refused(
                        starter,
                        "prod-a/gpu-041 is leased to prod-a/gpu-102 for a test",
                        "slipway abort prod-a/gpu-102 --reason");

                lease.signal("giveBack");
                assertThat(borrower.getResult(String.class)).isEqualTo("returned");

                refused(starter, "node/prod-a/gpu-041 has no open run", "see slipway node show prod-a/gpu-041");
            });
        }
    }

    @Test
    void aReleaseByHandTakesNoDecisionOpenOrClosed() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            withWorker(starter, () -> {
                WorkflowStub release = begun(starter, "NodeRelease", NODE.workflowId());

                refused(
                        starter,
                        "prod-a/gpu-041 is being released by hand",
                        "wait, then see slipway node show prod-a/gpu-041");

                release.terminate("it has ended");

                refused(starter, "node/prod-a/gpu-041 has no open run", "see slipway node show prod-a/gpu-041");
            });
        }
    }

    /** Whatever runs under the id of a rollout: what it does not understand is no bug of the starter. */
    @Test
    void aRunThatKnowsNoDecisionIsASentence() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            withWorker(starter, () -> {
                begun(starter, "NodeRelease", "rollout/c1");

                Said said = slipway(starter, "rollout", "pause", "c1", "--reason", "wait");

                assertThat(said.exit()).as(said.err()).isEqualTo(Exit.REFUSED);
                assertThat(said.err()).contains("the run rollout/c1 does not show what can be decided about it");
            });
        }
    }
}
