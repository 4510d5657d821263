package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kernel-gpu-missing where images are written: by its row, or where the way back failed as well. */
class KernelImageTest {
    private final Bench bench = new Bench();
    private final List<FakeNode> open = new ArrayList<>();
    private int count;

    KernelImageTest() {
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private FakeNode node(String row) {
        FakeNode node = bench.node("gpu-" + ++count);
        node.row = row;
        return node;
    }

    /** The driver does not build for the pinned kernel, and the previous one is not ready. */
    private FakeNode stuck() {
        FakeNode node = node("K17");
        node.bootable.remove("previous");
        return node;
    }

    private void start(FakeNode node, NodePolicy policy) {
        KernelGpuMissing run = bench.client()
                .newWorkflowStub(
                        KernelGpuMissing.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build());
        WorkflowClient.start(run::run, Bench.trigger(node, policy, Reason.DRIFT_FOUND));
        open.add(node);
    }

    private NodeOutcome result(FakeNode node) {
        WorkflowStub run = bench.client().newUntypedWorkflowStub(node.ref.workflowId());
        try {
            return run.getResult(NodeOutcome.class);
        } catch (WorkflowFailedException cancelled) {
            assertThat(node.outcome)
                    .as("its end is written first: " + cancelled)
                    .isPresent();
            return node.outcome.orElseThrow();
        }
    }

    private NodeOutcome end(FakeNode node) {
        NodeOutcome end = result(node);
        assertThat(node.violations).as(end.toString()).isEmpty();
        assertThat(written(node))
                .as(end + ": twice the goal's, twice the previous")
                .isLessThanOrEqualTo(4);
        switch (end.outcome()) {
            case CONVERGED -> assertThat(node.running).as(end.toString()).isEqualTo("pin");
            case ROLLED_BACK -> assertThat(node.running).as(end.toString()).isEqualTo("previous");
            case UNTOUCHED -> assertThat(node.transactions).as(end.toString()).isEmpty();
            case HELD, RMA_CANDIDATE ->
                assertThat(node.unschedulable).as(end.toString()).isTrue();
        }
        return end;
    }

    private NodeOutcome run(FakeNode node, NodePolicy policy) {
        start(node, policy);
        return end(node);
    }

    private static int written(FakeNode node) {
        return Collections.frequency(node.calls, "Image.reimage");
    }

    private static FakeNode imageFails(FakeNode node, int times) {
        for (int nth = 1; nth <= times; nth++) {
            node.faults.add(new Fault("Image.reimage", nth, Fault.When.BEFORE, FailureType.STEP_FAILED));
        }
        return node;
    }

    @Test
    void i10_withoutAKernelToGoBackToTheImageIsWrittenAndProven() {
        FakeNode node = stuck();

        NodeOutcome end = run(node, Bench.imaging(false));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.changed()).contains("image " + FakeNode.PIN);
        assertThat(written(node)).isEqualTo(1);
        assertThat(node.pinned).as("it is at its goal").isEmpty();
        assertThat(node.calls)
                .containsSubsequence("Evidence.capture", "Nodes.drain", "Image.reimage", "Packages.services")
                .containsSubsequence("Packages.hold", "Gates.verify", "Kernels.verify", "Nodes.readmit");
    }

    @Test
    void aPreviousKernelThatFailsItsGatesIsFollowedByTheImage() {
        FakeNode node = node("K17");
        node.badDiag.add("previous");

        assertThat(run(node, Bench.imaging(false)).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(written(node)).isEqualTo(1);
    }

    /** The rung comes before the question: what a person is asked about is the image. */
    @Test
    void nobodyIsAskedAboutAWayBackThatTheImageFollows() {
        FakeNode node = stuck();

        assertThat(run(node, Bench.imaging(true)).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.told).isEmpty();
    }

    @Test
    void aPersonIsAskedAboutAWayBackThatNoImageFollows() {
        FakeNode node = stuck();

        assertThat(run(node, Bench.policy(true)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.told).first().asString().contains("waits for a decision");
    }

    @Test
    void aPersonIsAskedAboutAnImageThatCannotBeWritten() {
        FakeNode node = imageFails(stuck(), 2);

        assertThat(run(node, Bench.imaging(true)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.told).first().asString().contains("waits for a decision", "Write the image");
    }

    @Test
    void i11_anImageThatCannotBeWrittenIsHeldWithEveryReason() {
        FakeNode node = imageFails(stuck(), 2);

        NodeOutcome end = run(node, Bench.imaging(false));

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.reason())
                .contains("does not build", "cannot be booted", "with a new image", "fault BEFORE Image.reimage");
        assertThat(written(node)).isEqualTo(2);
    }

    @Test
    void gatesThatFailFromTheImageTooAreTheHardwares() {
        FakeNode node = stuck();
        node.badDiag.add("pin");

        NodeOutcome end = run(node, Bench.imaging(false));

        assertThat(end.toString()).startsWith("HELD(needs gpu-fault-rma").contains("with a new image");
    }

    @Test
    void aFleetThatWritesNoImagesHoldsTheNodeWithBothReasons() {
        FakeNode node = stuck();

        NodeOutcome end = run(node, Bench.policy(false));

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.reason())
                .contains("does not build", "cannot be booted")
                .endsWith("; no image was written: the fleet's policy does not write images");
        assertThat(written(node)).isZero();
    }

    @Test
    void i3_aRunThatIsStoppedBeginsNoImage() {
        FakeNode node = node("K16");
        node.badDiag.add("pin");
        node.bootable.remove("previous");
        node.onCall = call -> {
            if (call.equals("Diagnostics.diag1#1")) {
                bench.client().newUntypedWorkflowStub(node.ref.workflowId()).cancel();
            }
        };

        assertThat(run(node, Bench.imaging(false)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(written(node)).isZero();
    }

    @Test
    void aWayBackOfWhichNobodyKnowsHowItEndedIsHeldWithoutAnImage() {
        FakeNode node = node("K17");
        node.faults.add(new Fault("Kernels.bootOnce", 1, Fault.When.AFTER, FailureType.AMBIGUOUS));

        assertThat(run(node, Bench.imaging(false)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(written(node)).isZero();
    }

    @Test
    void aPinnedKernelThatOnlyAnImageBringsIsBroughtByIt() {
        FakeNode node = node("K11");

        NodeOutcome end = run(node, Bench.imaging(false));

        assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(written(node)).isEqualTo(1);
        assertThat(node.calls).doesNotContain("Kernels.build", "Kernels.bootOnce", "Packages.converge");
    }

    @Test
    void i11_theGoalsImageIsNotWrittenAgainWhereThePreviousOneFailsToo() {
        FakeNode node = imageFails(node("K11"), 4);

        NodeOutcome end = run(node, Bench.imaging(false));

        assertThat(end.outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.reason()).endsWith("; no image was written: one was in this run before");
        assertThat(written(node)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"K11", "K17"})
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(String row) {
        FakeNode undisturbed = spoiled(row);
        run(undisturbed, Bench.imaging(false));
        open.clear();
        for (String call : List.copyOf(undisturbed.journal)) {
            for (Fault.When when : Fault.When.values()) {
                FakeNode node = spoiled(row);
                String[] parts = call.split("#", 2);
                int nth = Integer.parseInt(parts[1]);
                node.faults.add(new Fault(parts[0], nth, when, FailureType.STEP_FAILED));
                node.faults.add(new Fault(parts[0], nth + 1, when, FailureType.STEP_FAILED));
                start(node, Bench.imaging(false));
            }
        }
        assertThat(open.stream().map(this::end).toList()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"K11", "K17"})
    void i3_aStopAtEachCallEndsAtASafePoint(String row) {
        FakeNode undisturbed = spoiled(row);
        run(undisturbed, Bench.imaging(false));
        open.clear();
        for (String call : List.copyOf(undisturbed.journal)) {
            if (call.equals("Ledger.ended#1")) {
                continue;
            }
            FakeNode node = spoiled(row);
            node.stopsAt(call, () -> bench.stop(node, true));
            start(node, Bench.imaging(false));
        }
        assertThat(open.stream().map(this::end).toList()).isNotEmpty();
    }

    private FakeNode spoiled(String row) {
        return row.equals("K11") ? node(row) : stuck();
    }
}
