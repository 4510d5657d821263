package dev.slipway.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.config.Config;
import dev.slipway.facts.probe.Probe;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.runbook.imagedrift.ImageDriftTable;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import dev.slipway.simulator.tools.Result;
import dev.slipway.simulator.tools.Toolbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
    void showsANodeAsReadyInItsNewBootAfterAReboot() throws InterruptedException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.whole(1, 2).timeFactor(2000), folder)) {
            SimulatedNode node = fleet.node("gpu-001");
            String boot = node.clock().call(() -> node.power().bootId());
            assertThat(kubernetesNode(fleet, "gpu-001")
                            .at("/status/nodeInfo/bootID")
                            .asText())
                    .isEqualTo(boot);

            node.clock().run(() -> node.power().reboot());

            assertThat(fleet.kubernetes().await(LONG, () -> !seenBoot(fleet).equals(boot) && ready(fleet)))
                    .isTrue();
            assertThat(kubernetesNode(fleet, "gpu-001")
                            .at("/status/allocatable")
                            .path("nvidia.com/gpu")
                            .asText())
                    .isEqualTo("8");
        }
    }

    @Test
    void isReadyBeforeItOffersItsGpusWhereItsDevicePluginIsLate() throws InterruptedException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.whole(1, 1).timeFactor(600), folder)) {
            SimulatedNode node = fleet.node("gpu-001");
            String boot = seenBoot(fleet);
            node.clock().run(() -> {
                node.become(new Condition.GpusOfferedLater(Duration.ofHours(1)));
                node.power().reboot();
            });

            assertThat(fleet.kubernetes()
                            .await(LONG, () -> !seenBoot(fleet).equals(boot) && ready(fleet) && offered(fleet) == 0))
                    .isTrue();
            assertThat(fleet.kubernetes().await(LONG, () -> offered(fleet) == 8))
                    .isTrue();
        }
    }

    /** The fastest time that a fleet can have: what a kubelet says at its start never comes after its later words. */
    @Test
    void everyNodeIsReadyInTheEndHoweverFastItsTimeRuns() throws InterruptedException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.whole(40, 1).timeFactor(1_000_000), folder)) {
            for (int boots = 2; boots <= 40; boots++) {
                int wanted = boots;
                fleet.nodes()
                        .forEach(node -> node.clock().run(() -> node.power().reboot()));
                assertThat(fleet.kubernetes().await(LONG, () -> registered(fleet, wanted)))
                        .as("all nodes are Ready in boot " + boots)
                        .isTrue();
            }
        }
    }

    private static boolean registered(SimulatedFleet fleet, int boots) {
        return fleet.nodes().stream().allMatch(node -> {
            JsonNode shown = kubernetesNode(fleet, node.name());
            return node.power().boots() == boots
                    && shown.at("/status/nodeInfo/bootID")
                            .asText()
                            .equals(node.power().bootId())
                    && shown.at("/status/allocatable/nvidia.com~1gpu").asInt() == 8
                    && shown.at("/status/conditions").toString().contains("\"type\":\"Ready\",\"status\":\"True\"");
        });
    }

    private static int offered(SimulatedFleet fleet) {
        return kubernetesNode(fleet, "gpu-001")
                .at("/status/allocatable/nvidia.com~1gpu")
                .asInt();
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
        FleetPlan plan = FleetPlan.whole(1, 1)
                .timeFactor(600)
                .changing("gpu-001", n -> n.training(Duration.ofMinutes(5)).cordonedFor("fans"));
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
            assertThat(fleet.ssh().knownHosts())
                    .as("every node and the login host")
                    .content()
                    .hasLineCount(16 + 1);
        }
    }

    @Test
    void writesAConfigurationInWhichTheLoaderFindsNothingWrong() throws IOException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.demo(42), folder.resolve("fleet"))) {
            Path directory = folder.resolve("config");
            new FleetConfigFiles(fleet).write(directory);
            Files.writeString(directory.resolve("slipway.yaml"), "{}\n");

            Config config = Config.load(directory);

            assertThat(config.fleets()).hasSize(2);
            assertThat(config.fleet("rack-b").orElseThrow().members()).hasSize(8);
            assertThat(config.baseline(FleetConfigFiles.PINNED).orElseThrow().previous())
                    .isPresent();
        }
    }

    @Test
    void isDriftedFromItsBaselineOnlyWhereTheDemoSaysSo() throws IOException {
        try (SimulatedFleet fleet = SimulatedFleet.start(FleetPlan.demo(42), folder.resolve("fleet"))) {
            Path directory = folder.resolve("config");
            new FleetConfigFiles(fleet).write(directory);
            Files.writeString(directory.resolve("slipway.yaml"), "{}\n");
            Baseline pinned =
                    Config.load(directory).baseline(FleetConfigFiles.PINNED).orElseThrow();

            Map<String, String> rows = new TreeMap<>();
            for (SimulatedNode node : fleet.nodes()) {
                Answer answer = probe(node);
                NodeFacts facts = ProbeAnswer.of(answer.out()).facts(new NodeRef("demo", node.name()), Instant.EPOCH);
                rows.put(
                        node.name(),
                        new ImageDriftTable().diagnose(facts, pinned).row());
            }

            assertThat(Collections.frequency(rows.values(), "D0")).isEqualTo(9);
            assertThat(rows.values()).contains("D2", "D6", "D8", "D17", "D20");
        }
    }

    /** A rack of Rocky Linux beside one of Ubuntu: each is a fleet with a baseline of its own, and clean by it. */
    @Test
    void holdsARackOfAnotherFamilyToABaselineOfItsOwn() throws IOException {
        FleetPlan plan = FleetPlan.whole(1, 10)
                .changing("gpu-009", n -> n.on(Family.ROCKY))
                .changing("gpu-010", n -> n.on(Family.ROCKY));
        try (SimulatedFleet fleet = SimulatedFleet.start(plan, folder.resolve("fleet"))) {
            Path directory = folder.resolve("config");
            new FleetConfigFiles(fleet).write(directory);
            Files.writeString(directory.resolve("slipway.yaml"), "{}\n");
            Config config = Config.load(directory);
            String rocky = FleetConfigFiles.ON_ROCKY + FleetConfigFiles.PINNED;

            assertThat(config.fleet("rack-a").orElseThrow().baseline()).isEqualTo(FleetConfigFiles.PINNED);
            assertThat(config.fleet("rack-b").orElseThrow().baseline()).isEqualTo(rocky);
            assertThat(row(fleet.node("gpu-001"), config.baseline(FleetConfigFiles.PINNED)))
                    .isEqualTo("D0");
            assertThat(row(fleet.node("gpu-009"), config.baseline(rocky))).isEqualTo("D0");
            assertThat(row(fleet.node("gpu-009"), config.baseline(FleetConfigFiles.PINNED)))
                    .isNotEqualTo("D0");
        }
    }

    private static String row(SimulatedNode node, Optional<Baseline> baseline) {
        NodeFacts facts = ProbeAnswer.of(probe(node).out()).facts(new NodeRef("demo", node.name()), Instant.EPOCH);
        return new ImageDriftTable().diagnose(facts, baseline.orElseThrow()).row();
    }

    private static Answer probe(SimulatedNode node) {
        return switch (new Toolbox(node).run(Probe.command(Instant.EPOCH), false)) {
            case Result.Ended ended -> ended.answer();
            case Result other -> throw new AssertionError(other);
        };
    }
}
