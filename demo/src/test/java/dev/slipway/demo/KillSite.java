package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.starter.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The configuration of the fleet whose workers are killed: a ledger that outlives them, a fleet for each round, leave for all. */
final class KillSite {
    private KillSite() {}

    static Config write(Path folder, KillPlan plan, SimulatedFleet fleet, Engine engine, Imaging imaging)
            throws IOException {
        Path examples = Path.of("..", "config", "baselines").toAbsolutePath().normalize();
        for (String part : List.of("fleets", "baselines", "policies")) {
            Files.createDirectories(folder.resolve(part));
        }
        for (String name : List.of("hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml")) {
            String baseline = Files.readString(examples.resolve(name));
            Files.writeString(folder.resolve("baselines").resolve(name), BenchSite.patient(baseline));
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
        imaging.command(folder);
        Imaging.baselines(folder);
        for (String suffix : List.of("", Imaging.SUFFIX)) {
            Files.writeString(folder.resolve("policies/kills" + suffix + ".yaml"), policy(suffix));
        }
        for (int round = 0; round < plan.rounds().size(); round++) {
            List<String> written = plan.rounds().get(round).written();
            List<String> others = plan.nodes(round).stream()
                    .filter(node -> !written.contains(node))
                    .toList();
            fleet(folder, "round-" + round, "", others, fleet);
            if (!written.isEmpty()) {
                fleet(folder, "round-" + round + Imaging.SUFFIX, Imaging.SUFFIX, written, fleet);
            }
        }
        return Config.load(folder);
    }

    /** What a starter of this site has, and who looks at its status. */
    static Installation installation(Config config, LedgerDatabase ledger, Engine engine) {
        return new Installation(config, ledger, engine.client(), Clock.systemUTC());
    }

    private static String policy(String suffix) {
        return """
                name: kills%s
                convergeBy: %s
                maxUnavailable: { count: 10000, percent: 100%% }
                driftRateLimit: 100%%
                node: { drainTimeout: 5m, capacityTimeout: 5m, soak: 1s, decide: false, stepRetries: 1 }
                """.formatted(suffix, suffix.isEmpty() ? "packages" : "image");
    }

    private static void fleet(Path folder, String name, String suffix, List<String> nodes, SimulatedFleet fleet)
            throws IOException {
        StringBuilder text = new StringBuilder("""
                name: %1$s
                cluster: %2$s
                scheduler: kubernetes
                baseline: hgx-h100-r570-133%4$s
                policy: kills%4$s
                kubernetes: { kubeconfig: %3$s }
                nodes:
                """.formatted(name, fleet.plan().cluster(), fleet.kubeconfig(), suffix));
        for (String node : nodes) {
            text.append("  - { name: %s, address: 127.0.0.1, port: %d, sku: HGX-H100-8 }%n"
                    .formatted(node, fleet.ssh().port(node)));
        }
        Files.writeString(folder.resolve("fleets/" + name + ".yaml"), text.toString());
    }
}
