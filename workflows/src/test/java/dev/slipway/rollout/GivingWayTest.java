package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Reason;
import io.temporal.client.WorkflowOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that policy gives back because of work on them: no rollout is stuck behind a pod, and none goes on unseen. */
class GivingWayTest {
    private final Bench bench = new Bench();
    private final List<FakeNode> nodes =
            IntStream.rangeClosed(1, 4).mapToObj(i -> bench.node("gpu-" + i)).toList();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger mostOut = new AtomicInteger();

    GivingWayTest() {
        bench.start(new FakeBudgetClient(bench, 3));
        for (FakeNode node : nodes) {
            bench.plan.add(Bench.trigger(node, Bench.policy(false), Reason.ROLLOUT));
        }
    }

    @AfterEach
    void close() {
        bench.close();
        nodes.forEach(node -> assertThat(node.violations).isEmpty());
    }

    private RolloutSummary rollout() {
        return bench.client()
                .newWorkflowStub(
                        Rollout.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("rollout/change-1")
                                .build())
                .run(new RolloutPlan(
                        "change-1",
                        "prod",
                        "fleet",
                        "ImageDrift",
                        "plan-1",
                        4,
                        List.of(1, 4),
                        3,
                        Duration.ofMinutes(5),
                        RolloutPlan.Terms.failing(1)));
    }

    private static void givesWay(FakeNode node, int times) {
        IntStream.rangeClosed(1, times)
                .forEach(n ->
                        node.faults.add(new Fault("Nodes.drain", n, Fault.When.BEFORE, FailureType.SKIPPED_BY_POLICY)));
    }

    @Test
    void aNodeThatGaveWayGoesBackAsFoundAndIsTriedAgainWhenThePlanIsThrough() {
        FakeNode second = nodes.get(1);
        givesWay(second, 1);
        second.onCall = call -> {
            if (call.equals("Nodes.cordon#2")) {
                assertThat(nodes).filteredOn(node -> node != second).allMatch(node -> node.outcome.isPresent());
            }
        };

        RolloutSummary summary = rollout();

        assertThat(summary.outcomes()).containsExactlyEntriesOf(Map.of("CONVERGED", 4));
        assertThat(second.calls.indexOf("Nodes.readmit")).isLessThan(second.calls.lastIndexOf("Nodes.drain"));
        assertThat(second.journal).contains("Nodes.cordon#2");
    }

    @Test
    void aNodeThatGivesWayEachTimeIsLeftUntouchedAndNamed() {
        FakeNode second = nodes.get(1);
        givesWay(second, 20);

        RolloutSummary summary = rollout();

        assertThat(summary.outcomes()).containsOnly(Map.entry("CONVERGED", 3), Map.entry("UNTOUCHED", 1));
        assertThat(second.journal).contains("Nodes.drain#3").doesNotContain("Nodes.drain#4");
        assertThat(second.asFound()).isTrue();
        assertThat(summary.problems())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("gpu-2 UNTOUCHED(fault"));
        assertThat(summary.why()).isBlank();
    }

    @Test
    void i14_aCanaryThatGaveWayHasShownNothingSoTheNextNodesGoOneByOne() {
        nodes.forEach(node -> node.onCall = call -> {
            if (call.startsWith("Nodes.cordon#")) {
                mostOut.accumulateAndGet(out.incrementAndGet(), Math::max);
            }
            if (call.startsWith("Nodes.readmit#")) {
                out.decrementAndGet();
            }
        });
        givesWay(nodes.getFirst(), 1);

        RolloutSummary summary = rollout();

        assertThat(summary.outcomes()).containsExactlyEntriesOf(Map.of("CONVERGED", 4));
        assertThat(mostOut.get()).isEqualTo(1);
    }

    @Test
    void aNodeThatPolicyHoldsStaysOutAndStopsTheRollout() {
        nodes.getFirst().faults.add(new Fault("Nodes.drain", 1, Fault.When.BEFORE, FailureType.HELD_BY_POLICY));

        RolloutSummary summary = rollout();

        assertThat(summary.outcomes()).containsOnly(Map.entry("HELD", 1), Map.entry("UNTOUCHED", 3));
        assertThat(nodes.getFirst().unschedulable).isTrue();
        assertThat(nodes.getFirst().calls).doesNotContain("Nodes.readmit");
    }
}
