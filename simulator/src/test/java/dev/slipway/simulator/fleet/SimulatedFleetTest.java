package dev.slipway.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.kubernetes.ResourceType;
import dev.slipway.simulator.node.SimulatedNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedFleetTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private static JsonNode kubernetesNode(SimulatedFleet fleet, String name) {
        return fleet.kubernetes().find(ResourceType.NODES, "", name).orElseThrow();
    }

    @Test
    void showsANodeAsNotReadyDuringARebootAndReadyInItsNewBoot() throws InterruptedException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.whole(1, 2).timeFactor(2000), folder)) {
            SimulatedNode node = fleet.node("gpu-001");
            String boot = node.clock().call(() -> node.power().bootId());
            assertThat(kubernetesNode(fleet, "gpu-001")
                            .at("/status/nodeInfo/bootID")
                            .asText())
                    .isEqualTo(boot);

            node.clock().run(() -> node.power().reboot());

            assertThat(fleet.kubernetes()
                            .await(LONG, () -> !ready(fleet) && !seenBoot(fleet).equals(boot)))
                    .isTrue();
            assertThat(fleet.kubernetes().await(LONG, () -> ready(fleet))).isTrue();
            assertThat(kubernetesNode(fleet, "gpu-001")
                            .at("/status/allocatable")
                            .path("nvidia.com/gpu")
                            .asText())
                    .isEqualTo("8");
        }
    }

    private static String seenBoot(SimulatedFleet fleet) {
        return kubernetesNode(fleet, "gpu-001").at("/status/nodeInfo/bootID").asText();
    }

    private static boolean ready(SimulatedFleet fleet) {
        for (JsonNode condition : kubernetesNode(fleet, "gpu-001").at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    @Test
    void putsTheProcessesOfAPodOnItsMachineUntilThePodIsDone() throws InterruptedException {
        FleetPlan plan =
                FleetPlan.whole(1, 1).timeFactor(600).changing("gpu-001", n -> n.training(Duration.ofMinutes(5)));
        try (SimulatedFleet fleet = SimulatedFleet.start(plan, folder)) {
            SimulatedNode node = fleet.node("gpu-001");
            awaitProcesses(node, 4);
            awaitProcesses(node, 0);
        }
    }

    private static void awaitProcesses(SimulatedNode node, int count) {
        while (node.clock().call(() -> node.processes().size()) != count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void makesTheSameDemoOfTheSameSeedAndAnotherOfAnother() {
        assertThat(FleetPlan.demo(42)).isEqualTo(FleetPlan.demo(42));
        Set<String> first = different(FleetPlan.demo(42));
        assertThat(first).hasSize(8);
        assertThat(different(FleetPlan.demo(43))).isNotEqualTo(first);
    }

    private static Set<String> different(FleetPlan plan) {
        Set<String> names = new HashSet<>();
        for (PlannedNode node : plan.nodes()) {
            if (!node.conditions().isEmpty()) {
                names.add(node.name());
            }
        }
        return names;
    }

    @Test
    void startsTheDemoWithItsForeignCordon() {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.demo(42), folder)) {
            PlannedNode cordoned = fleet.plan().nodes().stream()
                    .filter(n -> n.tenants().cordonedFor().isPresent())
                    .findFirst()
                    .orElseThrow();
            assertThat(kubernetesNode(fleet, cordoned.name())
                            .at("/spec/unschedulable")
                            .asBoolean())
                    .isTrue();
            assertThat(fleet.kubeconfig()).exists();
            assertThat(fleet.ssh().knownHosts()).content().hasLineCount(16);
        }
    }
}
