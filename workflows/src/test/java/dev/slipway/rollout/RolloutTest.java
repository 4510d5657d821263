package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.runbook.imagedrift.ImageDrift;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The thinnest honest tree: canary, then a window; brakes that hold. */
class RolloutTest {
    private static final Who WHO = new Who("on-call", "test");
    private static final NodePolicy PATIENT = new NodePolicy(
            Duration.ofMinutes(30),
            Duration.ofDays(2),
            Duration.ofMinutes(1),
            false,
            Duration.ofHours(1),
            1,
            NodePolicy.ConvergeBy.PACKAGES,
            List.of());
    private final Bench bench = new Bench();
    private final FakeBudgetClient capacity = new FakeBudgetClient(bench, 3);
    private final List<FakeNode> nodes =
            IntStream.rangeClosed(1, 5).mapToObj(i -> bench.node("gpu-" + i)).toList();
    private final AtomicInteger mostOut = new AtomicInteger();

    RolloutTest() {
        bench.start(capacity);
        for (FakeNode node : nodes) {
            bench.plan.add(Bench.trigger(node, Bench.policy(true), Reason.ROLLOUT));
        }
    }

    @AfterEach
    void close() {
        bench.close();
        nodes.forEach(node -> assertThat(node.violations).isEmpty());
    }

    private Rollout start() {
        return start(3);
    }

    private Rollout start(int window) {
        Rollout rollout = bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("rollout/change-1")
                                .build());
        WorkflowClient.start(
                rollout::run,
                new RolloutPlan(
                        "change-1",
                        "prod",
                        "fleet",
                        "ImageDrift",
                        "plan-1",
                        5,
                        List.of(1, 5),
                        window,
                        Duration.ofMinutes(5),
                        RolloutPlan.Terms.failing(1)));
        return rollout;
    }

    private static CompletableFuture<RolloutSummary> end(Rollout rollout) {
        return WorkflowStub.fromTyped(rollout).getResultAsync(RolloutSummary.class);
    }

    /** Counts at each call how many nodes are out of service. After the canary, drains wait until three have begun. */
    private void countOut() {
        CountDownLatch draining = new CountDownLatch(3);
        for (FakeNode node : nodes) {
            node.onCall = call -> {
                mostOut.accumulateAndGet(
                        (int) nodes.stream().filter(n -> n.unschedulable).count(), Math::max);
                if (call.equals("Nodes.drain#1") && !node.equals(nodes.getFirst())) {
                    draining.countDown();
                    await(draining);
                }
            };
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theCanaryIsDoneBeforeAnotherNodeIsLookedAt() {
        FakeNode canary = nodes.getFirst();
        List<String> early = new CopyOnWriteArrayList<>();
        nodes.stream()
                .skip(1)
                .forEach(node -> node.onCall = call -> {
                    if (canary.outcome.isEmpty()) {
                        early.add(node.ref + " " + call);
                    }
                });

        assertThat(end(start()).join().outcomes()).containsExactlyEntriesOf(java.util.Map.of("CONVERGED", 5));
        assertThat(early).isEmpty();
    }

    /** Each of the two brakes alone holds: the window of the wave, and the budget of the domain. */
    @ParameterizedTest
    @CsvSource({"3, 1000", "1000, 3"})
    void i14_i15_asManyNodesAreOutAtOnceAsWindowAndBudgetAllowAndNoMore(int window, int budget) {
        capacity.limit = budget;
        bench.plan.replaceAll(planned -> Bench.trigger(bench.node(planned.node()), PATIENT, Reason.ROLLOUT));
        countOut();

        RolloutSummary summary = end(start(window)).join();

        assertThat(summary.outcomes()).containsExactlyEntriesOf(java.util.Map.of("CONVERGED", 5));
        assertThat(mostOut.get()).isEqualTo(3);
    }

    @Test
    void aHeldNodeStopsNewStartsAndTheRestEndsUntouched() {
        nodes.getFirst().row = "D2";

        RolloutSummary summary = end(start()).join();

        assertThat(summary.outcomes()).containsEntry("HELD", 1).containsEntry("UNTOUCHED", 4);
        assertThat(summary.why()).contains("gpu-1 HELD(needs gpu-fault-rma)");
    }

    @Test
    void aNodeThatWaitsForADecisionStopsNewStartsUntilItIsDecided() {
        FakeNode first = nodes.getFirst();
        IntStream.rangeClosed(1, 2)
                .forEach(n -> first.faults.add(
                        new Fault("Packages.converge", n, Fault.When.BEFORE, FailureType.STEP_FAILED)));
        CompletableFuture<RolloutSummary> end = end(start());
        ImageDrift run = bench.client().newWorkflowStub(ImageDrift.class, first.ref.workflowId());
        bench.engine.sleep(Duration.ofMinutes(1));
        assertThat(run.view().state()).isEqualTo("DECISION");
        assertThat(nodes.get(1).calls).isEmpty();

        run.retry(WHO);

        assertThat(end.join().outcomes()).containsEntry("CONVERGED", 5);
    }

    @Test
    void aDecisionInAWindowStopsTheNextStartOfTheSameWave() {
        FakeNode second = nodes.get(1);
        IntStream.rangeClosed(1, 2)
                .forEach(n -> second.faults.add(
                        new Fault("Packages.converge", n, Fault.When.BEFORE, FailureType.STEP_FAILED)));
        CompletableFuture<RolloutSummary> end = end(start());
        ImageDrift run = bench.client().newWorkflowStub(ImageDrift.class, second.ref.workflowId());
        bench.engine.sleep(Duration.ofMinutes(45));
        assertThat(run.view().state()).isEqualTo("DECISION");
        assertThat(nodes.get(3).outcome).as("in flight beside it, finished").isPresent();
        assertThat(nodes.get(4).calls).as("would be next").isEmpty();

        run.retry(WHO);

        assertThat(end.join().outcomes()).containsEntry("CONVERGED", 5);
    }

    @Test
    void i15_pausedStartsNoNodeAndResumedGoesOn() {
        nodes.getFirst().onCall = call -> {
            if (call.equals("Nodes.drain#1")) {
                bench.client().newUntypedWorkflowStub("rollout/change-1").signal("pause", WHO);
            }
        };
        Rollout rollout = start();
        bench.engine.sleep(Duration.ofHours(2));
        assertThat(nodes.getFirst().outcome).as("the node in flight finished").isPresent();
        assertThat(nodes.get(1).calls).isEmpty();

        rollout.resume(WHO);

        assertThat(end(rollout).join().outcomes()).containsEntry("CONVERGED", 5);
    }

    @Test
    void aBusyNodeIsTriedOnceMoreAndThenLeftUntouched() {
        capacity.outByOthers.addAll(List.of("a", "b", "c"));
        ImageDrift holder = bench.imageDrift(nodes.getFirst());
        WorkflowClient.start(holder::run, Bench.trigger(nodes.getFirst(), PATIENT, Reason.OPERATOR));

        RolloutSummary summary = end(start()).join();

        assertThat(summary.outcomes()).containsEntry("UNTOUCHED", 5);
    }

    @Test
    void i16_nodesThatOthersTookOutCountAgainstTheBudget() {
        capacity.outByOthers.addAll(List.of("x", "y", "z"));

        RolloutSummary summary = end(start()).join();

        assertThat(summary.outcomes()).containsExactlyEntriesOf(java.util.Map.of("UNTOUCHED", 5));
        nodes.forEach(node -> assertThat(node.calls).doesNotContain("Nodes.cordon"));
    }

    @Test
    void aNodeThatIsOutAlreadyNeedsNoRoom() {
        capacity.outByOthers.addAll(List.of("x", "y", "gpu-1"));
        FakeNode first = nodes.getFirst();
        first.unschedulable = true;
        first.foreignReason = "disk swap";

        RolloutSummary summary = end(start()).join();

        assertThat(summary.outcomes()).containsEntry("CONVERGED", 1);
        assertThat(first.foreignReason).isEqualTo("disk swap");
    }
}
