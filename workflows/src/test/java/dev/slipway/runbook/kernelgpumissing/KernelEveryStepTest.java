package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both ways of kernel-gpu-missing, undisturbed, and with every call failing before or after its effect, and with a stop at
 * every call: the node ends readmitted with proof, rolled back with the same proof, as it was found, or held.
 */
class KernelEveryStepTest {
    private final Bench bench = new Bench();
    private final List<Run> open = new ArrayList<>();
    private int count;

    KernelEveryStepTest() {
        bench.worker.registerWorkflowImplementationTypes(KernelGpuMissingRunbook.class);
        bench.start();
    }

    private record Run(String name, FakeNode node, CompletableFuture<NodeOutcome> end) {}

    private record End(String name, FakeNode node, NodeOutcome outcome) {}

    @AfterEach
    void close() {
        bench.close();
    }

    private FakeNode node(String row, boolean failsOnPin) {
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

    private void start(String name, FakeNode node) {
        KernelGpuMissing run = run(node);
        WorkflowClient.start(run::run, Bench.trigger(node, Bench.policy(false), Reason.DRIFT_FOUND));
        open.add(new Run(name, node, WorkflowStub.fromTyped(run).getResultAsync(NodeOutcome.class)));
    }

    private List<End> ends() {
        List<End> ends = new ArrayList<>();
        for (Run run : open) {
            ends.add(new End(run.name(), run.node(), end(run)));
        }
        open.clear();
        ends.forEach(KernelEveryStepTest::assertKept);
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

    private End only(String row, boolean failsOnPin) {
        start(row, node(row, failsOnPin));
        return ends().getFirst();
    }

    @Test
    void fixesForwardAndProvesItByOneBoot() {
        End end = only("K16", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().boots).isEqualTo(2);
        assertThat(end.node().calls)
                .containsSubsequence(
                        "Kernels.denyNouveau",
                        "Kernels.headers",
                        "Kernels.build",
                        "Kernels.initramfs",
                        "Power.reboot",
                        "Kernels.booted",
                        "Kernels.verify",
                        "Diagnostics.diag2",
                        "Diagnostics.diag3",
                        "Nodes.readmit")
                .doesNotContain("Kernels.bootAlways");
    }

    @Test
    void goesBackOnceAndThenForGood() {
        End end = only("K9", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().bootDefault).isEqualTo("pin");
        assertThat(end.node().calls)
                .containsSubsequence(
                        "Kernels.bootState",
                        "Kernels.bootOnce",
                        "Power.reboot",
                        "Kernels.booted",
                        "Gates.verify",
                        "Diagnostics.diag1",
                        "Kernels.bootAlways",
                        "Kernels.holdKernel",
                        "Nodes.readmit")
                .doesNotContain("Kernels.build");
    }

    @Test
    void makesThePinnedKernelReadyBeforeItBootsIt() {
        End end = only("K13", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().calls)
                .containsSubsequence("Packages.converge", "Kernels.build", "Kernels.initramfs", "Kernels.bootOnce");
    }

    @Test
    void i25_aKernelThatCannotCarryTheDriverIsLeftForThePreviousOne() {
        End end = only("K17", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.outcome().reason()).contains("does not build");
        assertThat(end.node().calls).doesNotContain("Kernels.build");
    }

    @Test
    void i26_aFailedProofGoesBackToThePreviousKernelAndPinsIt() {
        for (String row : List.of("K16", "K9", "K13")) {
            End end = only(row, true);
            assertThat(end.outcome().outcome()).as(row).isEqualTo(Outcome.ROLLED_BACK);
        }
    }

    @Test
    void withoutAKernelToGoBackToTheNodeIsHeldWithBothReasons() {
        FakeNode node = node("K16", true);
        node.bootable.remove("previous");
        start("nothing to go back to", node);
        End end = ends().getFirst();

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.outcome().reason()).contains("-r 1").contains("cannot be booted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"K4", "K19", "K24"})
    void whatAPersonMustSettleIsHeldUntouched(String row) {
        End end = only(row, false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.node().transactions).isEmpty();
        assertThat(end.node().calls).doesNotContain("Nodes.drain");
    }

    @ParameterizedTest
    @CsvSource({
        "K16, false, STEP_FAILED",
        "K16, true, STEP_FAILED",
        "K9, false, STEP_FAILED",
        "K9, true, STEP_FAILED",
        "K16, false, AMBIGUOUS",
        "K9, true, AMBIGUOUS"
    })
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(String row, boolean failsOnPin, FailureType type) {
        FakeNode undisturbed = node(row, failsOnPin);
        start("undisturbed", undisturbed);
        ends();
        for (String call : List.copyOf(undisturbed.journal)) {
            for (Fault.When when : Fault.When.values()) {
                FakeNode node = node(row, failsOnPin);
                node.faults.add(fault(call, 0, when, type));
                node.faults.add(fault(call, 1, when, type));
                start(type + " " + when + " " + call, node);
            }
        }
        assertThat(ends()).isNotEmpty();
    }

    /** I9: a boot, a build, a default that did happen and that nobody heard of is not done twice. */
    @ParameterizedTest
    @ValueSource(strings = {"K16", "K9"})
    void i9_anAttemptThatDidHappenIsJoinedAndNotDoneTwice(String row) {
        FakeNode undisturbed = node(row, false);
        start("undisturbed", undisturbed);
        ends();
        for (String call : List.copyOf(undisturbed.journal)) {
            FakeNode node = node(row, false);
            node.faults.add(fault(call, 0, Fault.When.AFTER, FailureType.TRANSIENT));
            start("unheard " + call, node);
        }
        for (End end : ends()) {
            assertThat(end.outcome().outcome()).as(end.name()).isEqualTo(Outcome.CONVERGED);
            assertThat(end.node().boots).as(end.name()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"K16, true", "K9, true", "K9, false"})
    void aStopAtEachCallEndsAtASafePoint(String row, boolean abort) {
        FakeNode undisturbed = node(row, false);
        start("undisturbed", undisturbed);
        ends();
        for (String call : List.copyOf(undisturbed.journal)) {
            if (call.equals("Ledger.ended#1")) {
                continue;
            }
            FakeNode node = node(row, false);
            node.onCall = at -> {
                if (at.equals(call)) {
                    stop(node, abort);
                }
            };
            start("stop at " + call, node);
        }
        assertThat(ends()).isNotEmpty();
    }

    private void stop(FakeNode node, boolean abort) {
        if (!abort) {
            bench.client().newUntypedWorkflowStub(node.ref.workflowId()).cancel();
            return;
        }
        try {
            bench.client()
                    .newWorkflowStub(KernelGpuMissing.class, node.ref.workflowId())
                    .abort(new Who("on-call", "test"));
        } catch (WorkflowUpdateException refused) {
            assertThat(String.valueOf(refused.getCause())).contains("nothing is left to stop");
        }
    }

    private static Fault fault(String call, int later, Fault.When when, FailureType type) {
        String[] parts = call.split("#", 2);
        return new Fault(parts[0], Integer.parseInt(parts[1]) + later, when, type);
    }
}
