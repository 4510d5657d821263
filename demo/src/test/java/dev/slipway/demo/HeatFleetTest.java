package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Freezes;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** I19: a freeze of every fleet for heat that comes when every run is about to heat its node. */
@Timeout(300)
class HeatFleetTest {
    /** The step that each node's run is at when the freeze comes. */
    private static final Map<String, String> AT =
            Map.of("gpu-001", "diag-3", "gpu-002", "diag-3", "gpu-003", "nccl", "gpu-004", "nccl");

    private static final List<String> HOT = List.of("diag -r 2", "diag -r 3", "all_reduce_perf");

    @TempDir
    Path folder;

    private static FleetPlan plan() {
        FleetPlan plan = FleetPlan.whole(29, AT.size());
        for (String node : AT.keySet()) {
            plan = Fate.CONVERGES.on(plan, node);
        }
        return plan;
    }

    @Test
    void i19_noDiagnosticThatHeatsBeginsOnAnyNodeOfAnyFleetAndEachRunGoesOnAfterwards() {
        CountDownLatch arrived = new CountDownLatch(AT.size());
        CountDownLatch frozen = new CountDownLatch(1);
        CountDownLatch suspended = new CountDownLatch(AT.size());
        try (ScenarioBench bench = ScenarioBench.start(folder, plan())) {
            AT.forEach((node, step) -> {
                bench.steps.before(node, step, () -> {
                    arrived.countDown();
                    await(frozen);
                });
                bench.steps.before(node, "suspended", suspended::countDown);
                bench.start(node, false);
            });
            await(arrived);
            Map<String, Long> before = hot(bench);
            Freezes freezes = bench.ledger.freezes();
            freezes.freeze(new Freezes.Freeze(
                    Freezes.EVERY_FLEET, ScenarioBench.WHO, Clock.systemUTC().instant(), true));
            frozen.countDown();
            await(suspended);

            assertThat(hot(bench)).as("begun in the freeze").isEqualTo(before);
            assertThat(before.getOrDefault("gpu-001", 1L)).isZero();

            freezes.unfreeze(Freezes.EVERY_FLEET);
            Map<String, Wanted> wanted = new HashMap<>();
            for (String node : AT.keySet()) {
                NodeOutcome end = bench.end(node);
                assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
                wanted.put(node, WantedAfter.imageDrift(end.outcome()));
            }
            assertThat(bench.violations(wanted)).isEmpty();
            assertThat(hot(bench)).isNotEqualTo(before);
        }
    }

    private static Map<String, Long> hot(ScenarioBench bench) {
        Map<String, Long> begun = new HashMap<>();
        for (String node : AT.keySet()) {
            begun.put(
                    node,
                    bench.fleet
                            .node(node)
                            .clock()
                            .call(() -> bench.fleet.node(node).events().stream()
                                    .filter(e -> e.kind() == NodeEvent.Kind.COMMAND)
                                    .filter(e -> HOT.stream().anyMatch(e.detail()::contains))
                                    .count()));
        }
        return begun;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).as("came about").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
