package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.config.SiteConfig;
import dev.slipway.model.Causes;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.fleet.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the configuration of the demo's site as an operator would, and reads it back through the same checks. */
final class Site {
    static final String FLEET = "demo";
    static final int MOST_OUT = 6;
    private static final List<String> BASELINES = List.of("hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml");

    private Site() {}

    /** Writes and loads it. {@code home} is the product's folder, whose example baselines the fleet is held to. */
    static Config write(Path folder, Path home, SimulatedFleet fleet, Engine engine, String policy) {
        try {
            for (String part : List.of("fleets", "baselines", "policies")) {
                Files.createDirectories(folder.resolve(part));
            }
            for (String name : BASELINES) {
                Files.copy(
                        home.resolve("config/baselines").resolve(name),
                        folder.resolve("baselines").resolve(name));
            }
            Files.writeString(folder.resolve("slipway.yaml"), site(fleet, engine));
            Files.writeString(folder.resolve("policies/demo.yaml"), policy);
            Files.writeString(folder.resolve("fleets/demo.yaml"), fleet(fleet));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the demo cannot write its configuration to " + folder + ": " + Causes.words(e), e);
        }
        return Config.load(folder);
    }

    /** Creates a site without notifications: the table shows what happens, and log lines would break it. */
    private static String site(SimulatedFleet fleet, Engine engine) {
        return """
                temporal:
                  target: %s
                  ui: %s
                ledger:
                  file: ledger
                evidence:
                  directory: evidence
                starter:
                  address: 127.0.0.1:8080
                  tokenFile: token
                ssh:
                  user: slipway
                  key: %s
                  knownHosts: %s
                notifications:
                  channels: []
                """.formatted(
                        engine.target(),
                        engine.hasUi() ? engine.ui() : SiteConfig.Temporal.NO_UI,
                        fleet.ssh().clientKey(),
                        fleet.ssh().knownHosts());
    }

    /** Canary, then the rest, with room for partners of two-node tests; nothing waits for a person. */
    static final String POLICY = """
            name: demo
            convergeBy: packages
            waves: [1, 100%]
            soak: 2s
            maxUnavailable: { count: 6, percent: 40% }
            driftRateLimit: 50%
            expectedRunDuration: 5m
            node:
              drainTimeout: 5m
              capacityTimeout: 10m
              soak: 2s
              decide: false
              stepRetries: 1
            """;

    private static String fleet(SimulatedFleet fleet) {
        FleetPlan plan = fleet.plan();
        StringBuilder text = new StringBuilder("""
                name: demo
                cluster: %s
                scheduler: kubernetes
                baseline: hgx-h100-r570-133
                policy: demo
                kubernetes:
                  kubeconfig: %s
                nodes:
                """.formatted(plan.cluster(), fleet.kubeconfig()));
        for (PlannedNode node : plan.nodes()) {
            text.append("  - { name: %s, address: 127.0.0.1, port: %d, rack: %s, sku: HGX-H100-8 }%n"
                    .formatted(node.name(), fleet.ssh().port(node.name()), node.rack()));
        }
        return text.toString();
    }
}
