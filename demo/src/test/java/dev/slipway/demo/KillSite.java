package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.simulator.fleet.SimulatedFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The configuration of the fleet whose workers are killed: a ledger that outlives them, a fleet for each round, leave for all. */
final class KillSite {
    private KillSite() {}

    static Config write(Path folder, KillPlan plan, SimulatedFleet fleet, Engine engine) throws IOException {
        Path examples = Path.of("..", "config", "baselines").toAbsolutePath().normalize();
        for (String part : List.of("fleets", "baselines", "policies")) {
            Files.createDirectories(folder.resolve(part));
        }
        for (String name : List.of("hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml")) {
            Files.copy(examples.resolve(name), folder.resolve("baselines").resolve(name));
        }
        Files.writeString(folder.resolve("slipway.yaml"), """
                temporal: { target: %s, ui: "%s" }
                ledger: { url: "%s", user: postgres }
                evidence: { directory: evidence, shared: true }
                starter: { tokenFile: token }
                ssh: { user: slipway, key: %s, knownHosts: %s }
                """.formatted(
                engine.target(),
                engine.ui(),
                Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).orElseThrow(),
                fleet.ssh().clientKey(),
                fleet.ssh().knownHosts()));
        Files.writeString(folder.resolve("policies/kills.yaml"), """
                name: kills
                maxUnavailable: { count: 10000, percent: 100% }
                driftRateLimit: 100%
                node: { drainWithin: 5m, capacityWithin: 5m, soak: 1s, decide: false, knownFailures: 1 }
                """);
        for (int round = 0; round < plan.rounds().size(); round++) {
            String name = "round-" + round;
            Files.writeString(folder.resolve("fleets/" + name + ".yaml"), fleet(name, plan.nodes(round), fleet));
        }
        return Config.load(folder);
    }

    private static String fleet(String name, List<String> nodes, SimulatedFleet fleet) {
        StringBuilder text = new StringBuilder("""
                name: %s
                cluster: %s
                scheduler: kubernetes
                baseline: hgx-h100-r570-133
                policy: kills
                kubernetes: { kubeconfig: %s }
                nodes:
                """.formatted(name, fleet.plan().cluster(), fleet.kubeconfig()));
        for (String node : nodes) {
            text.append("  - { name: %s, address: 127.0.0.1, port: %d, sku: HGX-H100-8 }%n"
                    .formatted(node, fleet.ssh().port(node)));
        }
        return text.toString();
    }
}
