package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;

/** Runs of kernel-gpu-missing on nodes in memory, each judged at its end by what was done to its node. */
abstract class KernelRunsOnABench {
    final Bench bench = new Bench();
    private final List<Run> open = new ArrayList<>();
    private int count;

    KernelRunsOnABench() {
        bench.start();
    }

    private record Run(String name, FakeNode node, CompletableFuture<NodeOutcome> end) {}

    record End(String name, FakeNode node, NodeOutcome outcome) {}

    @AfterEach
    void close() {
        bench.close();
    }

    final FakeNode node(String row, boolean failsOnPin) {
        FakeNode node = bench.node("gpu-" + ++count);
        node.row = row;
        if (failsOnPin) {
            node.badDiag.add("pin");
        }
        return node;
    }

    private KernelGpuMissing run(FakeNode node) {
        return bench.client()
                .newWorkflowStub(
                        KernelGpuMissing.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build());
    }

    final void start(String name, FakeNode node) {
        KernelGpuMissing run = run(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(false), Reason.DRIFT_FOUND));
        open.add(new Run(name, node, WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class)));
    }

    final List<End> ends() {
        List<End> ends = new ArrayList<>();
        for (Run run : open) {
            ends.add(new End(run.name(), run.node(), end(run)));
        }
        open.clear();
        ends.forEach(KernelRunsOnABench::assertKept);
        return ends;
    }

    private static NodeOutcome end(Run run) {
        try {
            return run.end().join();
        } catch (CompletionException cancelled) {
            Optional<NodeOutcome> written = run.node().outcome;
            assertThat(written)
                    .as(run.name() + " writes its end first: " + cancelled)
                    .isPresent();
            return written.orElseThrow();
        }
    }

    private static void assertKept(End end) {
        FakeNode node = end.node();
        String name = end.name() + " → " + end.outcome();
        assertThat(node.violations).as(name).isEmpty();
        switch (end.outcome().outcome()) {
            case CONVERGED -> assertThat(node.running).as(name).isEqualTo("pin");
            case ROLLED_BACK -> {
                assertThat(node.running).as(name).isEqualTo("previous");
                assertThat(node.bootDefault).as(name).isEqualTo("previous");
                assertThat(node.pinned).as(name).contains(FakeNode.PREVIOUS);
            }
            case UNTOUCHED -> assertThat(node.transactions).as(name).isEmpty();
            case HELD, RMA_CANDIDATE -> assertThat(node.unschedulable).as(name).isTrue();
        }
        assertThat(node.boots).as(name + ": boots").isLessThanOrEqualTo(3);
    }

    final End only(String row, boolean failsOnPin) {
        start(row, node(row, failsOnPin));
        return ends().getFirst();
    }
}
