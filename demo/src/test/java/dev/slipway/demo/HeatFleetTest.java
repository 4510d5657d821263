package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Freezes;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I19: a freeze of every fleet for heat that comes when every run is about to heat its node. */
class HeatFleetTest {
    /** The step that each node's run is at when the freeze comes. */
    private static final Map<String, String> AT =
            Map.of("gpu-001", "diag-3", "gpu-002", "diag-3", "gpu-003", "nccl", "gpu-004", "nccl");

    /** The directories of what is run for gates G6 to G9. */
    private static final Pattern HOT = Pattern.compile(".*-g[6-9]-[0-9]+");

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
            assertThat(before)
                    .as("diag -r 3 on those that came to nccl")
                    .isEqualTo(Map.of("gpu-001", 0L, "gpu-002", 0L, "gpu-003", 1L, "gpu-004", 1L));

            freezes.unfreeze(Freezes.EVERY_FLEET);
            Map<String, Wanted> wanted = new HashMap<>();
            for (String node : AT.keySet()) {
                NodeOutcome end = bench.end(node);
                assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.CONVERGED);
                wanted.put(node, WantedAfter.imageDrift(end.outcome()));
            }
            assertThat(bench.violations(wanted)).isEmpty();
            assertThat(hot(bench))
                    .as("diag -r 3 and nccl")
                    .containsOnlyKeys(AT.keySet())
                    .allSatisfy((node, begun) -> assertThat(begun).as(node).isEqualTo(2));
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
                                    .filter(e -> HOT.matcher(e.detail()).matches())
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
