package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** persistence on simulated nodes, each with its own trouble and with pods on it: what ends how, told by the observer. */
class PersistenceFleetTest {
    private static final Wanted IN_SERVICE = Wanted.whole(SoftwareSet.pinned()).atMost(0, 0);

    @TempDir
    Path folder;

    private record Case(String end, String row, boolean awake, Wanted wanted, List<Condition> conditions) {
        static Case of(String end, String row, boolean awake, Condition... conditions) {
            Wanted wanted = end.startsWith("HELD") ? Wanted.untouched(true) : IN_SERVICE;
            return new Case(end, row, awake, wanted, List.of(conditions));
        }
    }

    private static Map<String, Case> cases() {
        Condition off = new Condition.ServiceDisabled(Services.PERSISTENCED);
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("gpu-001", Case.of("CONVERGED", "PM9", true, off));
        cases.put("gpu-002", Case.of("CONVERGED", "PM10", true, new Condition.PersistenceFlagged()));
        cases.put("gpu-003", Case.of("CONVERGED", "PM8", true, new Condition.ServiceMissing(Services.PERSISTENCED)));
        cases.put(
                "gpu-004",
                Case.of("ROLLED_BACK", "PM9", false, off, new Condition.ServiceBroken(Services.PERSISTENCED)));
        cases.put(
                "gpu-005",
                Case.of(
                        "UNTOUCHED(persistence is on, and heat or power holds clocks down: needs thermal",
                        "PM12",
                        true,
                        new Condition.HeldDown("HW Thermal Slowdown")));
        cases.put("gpu-006", Case.of("UNTOUCHED(clean: persistence is on", "PM0", true));
        return cases;
    }

    @Test
    void i6_noPodLeavesANodeThatIsKeptAwakeAndEachTroubleEndsAsItsRowSays() {
        Map<String, Case> cases = cases();
        FleetPlan plan = FleetPlan.whole(41, cases.size());
        for (Map.Entry<String, Case> node : cases.entrySet()) {
            plan = plan.changing(
                    node.getKey(),
                    n -> n.with(node.getValue().conditions().toArray(Condition[]::new))
                            .serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.run("persistence", List.copyOf(cases.keySet()));

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                Case of = Optional.ofNullable(cases.get(end.node().name())).orElseThrow();
                assertEnds(bench, end, of);
                wanted.put(end.node().name(), of.wanted());
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    /** The row leads to image-drift, whose pre-checks refuse. */
    @Test
    void aWorkingNodeIsNotTakenOutForARunbookWhosePreChecksRefuse() {
        Condition clocks = new Condition.Settings(GpuSettings.factory().clocks(new GpuSettings.Clocks(2619, 1200)));
        FleetPlan plan = FleetPlan.whole(72, 1).changing("gpu-001", node -> node.with(clocks));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            bench.freeze("gpu-001");

            NodeOutcome end = bench.run("persistence", List.of("gpu-001")).getFirst();

            assertThat(end.outcome()).as(end.toString()).isEqualTo(Outcome.UNTOUCHED);
            assertThat(end.reason()).contains("frozen");
            assertThat(bench.steps.steps("gpu-001")).as(end.toString()).doesNotContain("cordon", "drain");
            assertThat(bench.violations(Map.of("gpu-001", WantedAfter.run(end.outcome(), 0, 0))))
                    .isEmpty();
        }
    }

    private static void assertEnds(ScenarioBench bench, NodeOutcome end, Case of) {
        String name = end.node().name();
        SimulatedNode node = bench.fleet.node(name);
        assertThat(end.toString()).as(name).startsWith(of.end());
        assertThat(end.row()).as(name + " → " + end).isEqualTo(of.row());
        assertThat(node.clock().call(() -> node.settings().persistence()))
                .as(name + " is awake → " + end)
                .isEqualTo(of.awake());
        List<NodeEvent> events = node.clock().call(node::events);
        assertThat(events).as(name).noneMatch(e -> e.kind() == NodeEvent.Kind.GPU_RESET);
    }
}
