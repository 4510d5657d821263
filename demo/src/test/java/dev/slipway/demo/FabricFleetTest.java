package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** fabric-manager on simulated nodes of both families, each with its own trouble: what ends how, told by the observer. */
@Timeout(600)
class FabricFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final String OLD = SoftwareSet.previous().driver();

    @TempDir
    Path folder;

    /** How a node starts, how its run must end, by what row, what the observer must find, and how often what was reset. */
    private record Case(String end, String row, Wanted wanted, List<String> resets, List<Condition> conditions) {
        static Case of(String end, String row, Wanted wanted, Condition... conditions) {
            return new Case(end, row, wanted, List.of(), List.of(conditions));
        }

        Case resetting(String... slots) {
            return new Case(end, row, wanted, List.of(slots), conditions);
        }
    }

    private static Map<String, Case> cases() {
        Wanted whole = Wanted.whole(PINNED).atMost(0, 0);
        Wanted held = Wanted.untouched(true);
        Condition rocky = new Condition.Runs(ROCKY);
        Condition old = new Condition.FabricManagerAt(OLD);
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("gpu-001", Case.of("CONVERGED", "N16", whole, new Condition.FabricManagerKilled()));
        cases.put("gpu-002", Case.of("CONVERGED", "N12", Wanted.whole(PINNED).atMost(0, 1), old));
        cases.put("gpu-003", Case.of("CONVERGED", "N12", Wanted.whole(ROCKY).atMost(0, 1), rocky, old));
        cases.put(
                "gpu-004",
                Case.of("CONVERGED", "N18", whole, new Condition.GpuNotRegistered(3))
                        .resetting("3"));
        cases.put(
                "gpu-005", Case.of("HELD(NVSwitch hardware, not a GPU", "N13", held, new Condition.SwitchesMissing(1)));
        cases.put(
                "gpu-006",
                Case.of("CONVERGED", "N14", whole, new Condition.SwitchFatal(20034, false))
                        .resetting("0,1,2,3,4,5,6,7"));
        cases.put(
                "gpu-007",
                Case.of("CONVERGED", "N14", Wanted.whole(PINNED).atMost(1, 0), new Condition.SwitchFatal(20034, true))
                        .resetting("0,1,2,3,4,5,6,7"));
        cases.put("gpu-008", Case.of("CONVERGED", "N17", whole, new Condition.FabricManagerWedged()));
        cases.put(
                "gpu-009",
                Case.of(
                        "HELD(not every GPU is registered",
                        "N16",
                        held,
                        new Condition.ServiceBroken(Services.FABRIC_MANAGER)));
        cases.put("gpu-010", Case.of("UNTOUCHED(clean: not this fault", "N0", whole));
        cases.put(
                "gpu-011",
                Case.of(
                        "CONVERGED",
                        "N16",
                        Wanted.whole(ROCKY).atMost(0, 0),
                        rocky,
                        new Condition.FabricManagerKilled()));
        return cases;
    }

    @Test
    void i11_i13_i21_eachTroubleEndsAsItsRowSaysAndNoFabricManagerIsRestartedTwice() {
        Map<String, Case> cases = cases();
        FleetPlan plan = FleetPlan.whole(37, cases.size());
        for (Map.Entry<String, Case> node : cases.entrySet()) {
            plan = plan.changing(
                    node.getKey(),
                    n -> n.with(node.getValue().conditions().toArray(Condition[]::new))
                            .serving(1));
        }
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.fabric(List.copyOf(cases.keySet()));

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                Case of = Optional.ofNullable(cases.get(end.node().name())).orElseThrow();
                assertEnds(bench, end, of);
                wanted.put(end.node().name(), of.wanted());
            }
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    private static void assertEnds(ScenarioBench bench, NodeOutcome end, Case of) {
        String name = end.node().name();
        SimulatedNode node = bench.fleet.node(name);
        assertThat(end.toString()).as(name).startsWith(of.end());
        assertThat(end.row()).as(name + " → " + end).isEqualTo(of.row());
        assertThat(Operands.of(bench.fleet, name)).as(name + " → " + end).isEqualTo(Operands.AS_FOUND);
        assertThat(Operands.recorded(bench.fleet, name)).as(name).isFalse();
        List<NodeEvent> events = node.clock().call(node::events);
        assertThat(events)
                .as(name + " was restarted at most once")
                .filteredOn(e -> e.detail().equals("restart nvidia-fabricmanager"))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(events)
                .as(name)
                .filteredOn(e -> e.kind() == NodeEvent.Kind.GPU_RESET)
                .extracting(NodeEvent::detail)
                .isEqualTo(of.resets());
        if (end.outcome() != Outcome.HELD) {
            assertThat(node.clock()
                            .call(() -> node.machine().slots().stream()
                                    .allMatch(gpu -> node.fabric().registered(gpu.slot()))))
                    .as(name + ": every GPU is registered")
                    .isTrue();
        }
        assertThat(node.clock().call(() -> node.services().active(Services.DCGM)))
                .as(name + " runs what it ran")
                .isTrue();
    }
}
