package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.Capacity;
import dev.slipway.rollout.CapacityState;
import dev.slipway.rollout.CapacityView;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.converter.RawValue;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head line says how many nodes are in service only where somebody has read it, and when. */
class StatusHeadTest {
    @TempDir
    Path folder;

    /** A budget that read its schedulers three minutes ago: one node that we hold is out, and one besides. */
    public static final class ReadBudget implements Capacity {
        @Override
        public void serve(@Nullable CapacityState state) {
            Workflow.await(() -> false);
        }

        @Override
        public void ask(@Nullable RawValue request) {}

        @Override
        public void giveBack(@Nullable RawValue request) {}

        @Override
        public CapacityView view() {
            Instant read = Instant.now().minus(Duration.ofMinutes(3));
            List<String> out = List.of("gpu-077", "gpu-102");
            return new CapacityView(4, List.of(), Reading.of(new CapacityView.OutNodes(read, out)), List.of());
        }
    }

    private static void row(RunningStarter starter, String node, NodeState state) {
        NodeRef ref = new NodeRef("prod-a", node);
        starter.ledger
                .nodeRows()
                .put(new NodeNote(
                        ref,
                        "prod-a",
                        "image-drift",
                        state,
                        "drain",
                        "a pod stays",
                        ref.workflowId(),
                        "run-1",
                        Instant.now(),
                        Optional.empty()));
    }

    private static void budget(RunningStarter starter) {
        starter.memory()
                .newUntypedWorkflowStub(
                        "Capacity",
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(Capacity.workflowId("prod-a", "prod-a"))
                                .setTaskQueue(starter.config.site().temporal().taskQueue())
                                .build())
                .start();
    }

    @Test
    void countsANodeOfOursOnceAndSaysWhenTheOthersWereRead() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            WorkerFactory workers = WorkerFactory.newInstance(starter.memory());
            workers.newWorker(starter.config.site().temporal().taskQueue())
                    .registerWorkflowImplementationTypes(ReadBudget.class);
            workers.start();
            row(starter, "gpu-102", NodeState.HELD);
            budget(starter);

            assertThat(slipway(starter, "status").out())
                    .contains("4 nodes · 2 in service · 0 in runbooks · 1 held · 1 out by others, read 3 min ago")
                    .doesNotContain("Temporal does not answer");
            workers.shutdownNow();
        }
    }

    @Test
    void aBudgetThatNobodyAskedOrThatDoesNotAnswerIsUnknownAndNotZero() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String never = slipway(starter, "status").out();
            budget(starter);
            String silent = slipway(starter, "status").out();

            assertThat(List.of(never, silent))
                    .allSatisfy(out -> assertThat(out)
                            .contains("4 nodes · in service unknown · 0 in runbooks · 0 held")
                            .contains("out by others unknown: no run has asked the capacity budget yet, or no worker")
                            .contains("No node is in a runbook or held.")
                            .doesNotContain("Every node is in service", "Temporal does not answer"));
        }
    }

    @Test
    void theStatusOfADeadTemporalSaysSoAndGuessesNothing() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .build());
        try (RunningStarter starter = RunningStarter.on(folder, WorkflowClient.newInstance(nowhere))) {
            row(starter, "gpu-102", NodeState.HELD);

            Said said = slipway(starter, "status");

            assertThat(said.exit()).isZero();
            assertThat(said.out())
                    .startsWith("Temporal does not answer; this is the last state in the ledger.\n")
                    .contains("in service unknown · 0 in runbooks · 1 held · out by others unknown: Temporal does not")
                    .contains("gpu-102");
            assertThat(starter.get("/api/v1/status").body())
                    .contains("\"temporal\":\"away\"", "\"inService\":null", "\"outByOthers\":null");
            assertThat(starter.get("/").body()).contains("Temporal does not answer; this is the last state");
        } finally {
            nowhere.shutdownNow();
        }
    }
}
