package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel logs between the gates and the way back into service, and under a clock that is wrong. */
class ErrorsUnderTestFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);
    private static final Predicate<NodeEvent> LONG_DIAG = proved("dcgmi diag -r 3");
    private static final Predicate<NodeEvent> NCCL = proved("all_reduce_perf");

    @TempDir
    Path folder;

    /** What happens to a node once, at the first event of that kind. */
    private record Once(Predicate<NodeEvent> when, Runnable what) {
        NodeListener listener() {
            List<NodeEvent> seen = new ArrayList<>();
            return new NodeListener() {
                @Override
                public void event(SimulatedNode node, NodeEvent event) {
                    if (when.test(event) && seen.isEmpty()) {
                        seen.add(event);
                        what.run();
                    }
                }
            };
        }
    }

    private static void once(ScenarioBench bench, String name, Predicate<NodeEvent> when, Condition... become) {
        SimulatedNode node = bench.fleet.node(name);
        node.listen(new Once(when, () -> List.of(become).forEach(node::become)).listener());
    }

    /**
     * An error that the stress tests provoke is a failed gate, as one before them is: the node runs what it ran
     * before.
     */
    private static Predicate<NodeEvent> proved(String test) {
        NodeEvent.Kind proved = NodeEvent.Kind.PROVED;
        return event -> event.kind() == proved && event.detail().equals(test);
    }

    private static boolean loaded(NodeEvent event) {
        return event.kind() == NodeEvent.Kind.MODULES && event.detail().startsWith("modprobe nvidia ");
    }

    @Test
    void i1_anErrorUnderTheStressTestsIsAFailedGate() {
        Map<String, Integer> codes = new TreeMap<>(Map.of("gpu-001", 48, "gpu-002", 95, "gpu-003", 119));
        FleetPlan plan = FleetPlan.whole(23, codes.size());
        for (String node : codes.keySet()) {
            plan = plan.changing(node, n -> n.with(OLD).serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            codes.forEach((node, code) -> once(bench, node, code == 95 ? NCCL : LONG_DIAG, new Condition.Xid(code, 3)));

            List<NodeOutcome> ends = bench.run(List.copyOf(codes.keySet()), false);

            Map<String, Wanted> wanted = new HashMap<>();
            codes.keySet()
                    .forEach(node -> wanted.put(
                            node, Wanted.whole(SoftwareSet.previous()).atMost(2, 2)));
            assertThat(ends)
                    .allSatisfy(
                            end -> assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.ROLLED_BACK));
            assertThat(ends.toString()).contains("G3 fail", "XID 48", "XID 95", "XID 119");
            assertThat(bench.violations(wanted)).isEmpty();
        }
    }

    /** A repair has no way back: its node is another runbook's then, which resets the GPU. */
    @Test
    void i1_aRepairWithAnErrorUnderTheStressTestsLeadsToGpuFaultRma() {
        FleetPlan plan = FleetPlan.whole(29, 1)
                .changing("gpu-001", n -> n.with(OLD, UPGRADED).serving(1));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            once(bench, "gpu-001", LONG_DIAG, new Condition.Xid(95, 3));

            NodeOutcome end = bench.run("module-reload", List.of("gpu-001")).getFirst();

            assertThat(end.path()).as(end.toString()).contains("gpu-fault-rma");
            assertThat(bench.violations(Map.of())).isEmpty();
        }
    }

    /** No clock hides an error: not one that is behind or ahead all the time, and not one that moves under the test. */
    @Test
    void i22_aClockThatIsWrongHidesNoError() {
        Map<String, Duration> clocks = new TreeMap<>(Map.of(
                "gpu-001", Duration.ofHours(-1),
                "gpu-002", Duration.ofHours(1),
                "gpu-003", Duration.ofSeconds(-90)));
        FleetPlan plan = FleetPlan.whole(31, 3);
        for (String node : clocks.keySet()) {
            plan = plan.changing(node, n -> n.with(OLD).serving(1));
        }
        plan = plan.changing("gpu-001", n -> n.with(new Condition.ClockMoved(Duration.ofHours(-1))));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            clocks.forEach((node, ahead) ->
                    once(bench, node, LONG_DIAG, new Condition.ClockMoved(ahead), new Condition.Xid(48, 3)));

            List<NodeOutcome> ends = bench.run(List.copyOf(clocks.keySet()), false);

            assertThat(ends)
                    .allSatisfy(
                            end -> assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.ROLLED_BACK));
        }
    }

    /**
     * What was logged while the versions differed is over with the reload; what is logged after it speaks
     * against it.
     */
    @Test
    void i22_mismatchedCallsCountAfterTheReloadAndNotBeforeIt() {
        FleetPlan plan = FleetPlan.whole(37, 2);
        for (String node : List.of("gpu-001", "gpu-002")) {
            plan = plan.changing(node, n -> n.with(OLD, UPGRADED).serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            SimulatedNode later = bench.fleet.node("gpu-002");
            later.listen(new Once(
                            ErrorsUnderTestFleetTest::loaded,
                            () -> later.logKernel(
                                    "nvidia_uvm: disagrees about version of symbol nvUvmInterfaceRegister"))
                    .listener());

            List<NodeOutcome> ends = bench.run("module-reload", List.of("gpu-001", "gpu-002"));

            SimulatedNode reloaded = bench.fleet.node("gpu-001");
            assertThat(reloaded.clock()
                            .call(() -> reloaded.log().since(Instant.EPOCH).stream()
                                    .filter(line -> line.text().contains("API mismatch"))
                                    .count()))
                    .isPositive();
            assertThat(ends.getFirst().toString()).isEqualTo("CONVERGED");
            assertThat(reloaded.clock().call(() -> reloaded.power().boots())).isEqualTo(1);
            assertThat(ends.getLast().path()).as("an error after the load").contains("gpu-fault-rma");
            assertThat(ends.getLast().entries().toString())
                    .contains("G3 fail: ")
                    .contains("disagrees about version");
        }
    }
}
