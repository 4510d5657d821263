package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fabric-manager on simulated nodes of both families, each with its own trouble: what ends how, told by the observer. */
class FabricManagerFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = PINNED.on(Family.ROCKY);
    private static final String OLD = SoftwareSet.previous().driver();
    private static final List<String> ALL = List.of("0,1,2,3,4,5,6,7");

    /** The nodes of which GPUs must be reset. */
    private static final Map<String, List<String>> RESETS =
            Map.of("gpu-004", List.of("3"), "gpu-006", ALL, "gpu-007", ALL);

    @TempDir
    Path folder;

    @Test
    void i11_i13_i21_eachTroubleEndsAsItsRowSaysAndNoFabricManagerIsRestartedTwice() {
        Wanted whole = Wanted.whole(PINNED).atMost(0, 0);
        Wanted held = Wanted.untouched(true);
        Condition rocky = new Condition.Runs(ROCKY);
        Condition old = new Condition.FabricManagerAt(OLD);
        Condition killed = new Condition.FabricManagerKilled();
        FleetCases.of("fabric-manager")
                .node("N16 CONVERGED", whole, killed)
                .node("N12 CONVERGED", Wanted.whole(PINNED).atMost(0, 1), old)
                .node("N12 CONVERGED", Wanted.whole(ROCKY).atMost(0, 1), rocky, old)
                .node("N18 CONVERGED", whole, new Condition.GpuNotRegistered(3))
                .node("N13 HELD(NVSwitch hardware, not a GPU", held, new Condition.SwitchesMissing(1))
                .node("N14 CONVERGED", whole, new Condition.SwitchFatal(20034, false))
                .node("N14 CONVERGED", Wanted.whole(PINNED).atMost(1, 0), new Condition.SwitchFatal(20034, true))
                .node("N17 CONVERGED", whole, new Condition.FabricManagerWedged())
                .node(
                        "N16 HELD(not every GPU is registered",
                        held,
                        new Condition.ServiceBroken(Services.FABRIC_MANAGER))
                .node("N0 UNTOUCHED(clean: not this fault", whole)
                .node("N16 CONVERGED", Wanted.whole(ROCKY).atMost(0, 0), rocky, killed)
                .run(folder, 37, FabricManagerFleetTest::judge);
    }

    private static void judge(SimulatedNode node, NodeOutcome end) {
        String name = node.name();
        List<NodeEvent> events = node.clock().call(node::events);
        assertThat(events)
                .as(name + " was restarted at most once")
                .filteredOn(e -> e.detail().equals("restart nvidia-fabricmanager"))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(events)
                .as(name)
                .filteredOn(e -> e.kind() == NodeEvent.Kind.GPU_RESET)
                .extracting(NodeEvent::detail)
                .isEqualTo(RESETS.getOrDefault(name, List.of()));
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
