package dev.slipway.demo;

import dev.slipway.config.Config;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A configuration in which each node is a fleet of its own, so that one can be frozen and budgeted without the others. */
final class BenchSite {
    private static final Map<Family, String> BASELINES =
            Map.of(Family.UBUNTU, "hgx-h100-r570-", Family.ROCKY, "hgx-h100-rocky9-r570-");

    private static final String COMPILED = "-compiled";

    private static final String POLICY = """
            name: bench
            convergeBy: packages
            waves: [100%]
            soak: 1s
            maxUnavailable: { count: 1, percent: 100% }
            driftRateLimit: 100%
            expectedRunDuration: 5m
            node:
              drainTimeout: 5m
              capacityTimeout: 2m
              soak: 1s
              decide: false
              stepRetries: 1
            """;

    private BenchSite() {}

    /**
     * Where a bench's files differ: the nodes whose fleets write images, and what becomes of the text of each baseline
     * and of the policy.
     */
    record Change(Set<String> written, UnaryOperator<String> baselines, UnaryOperator<String> policy) {
        static final Change NONE = written(Set.of());

        static Change written(Set<String> nodes) {
            return new Change(nodes, UnaryOperator.identity(), UnaryOperator.identity());
        }

        static Change baselines(UnaryOperator<String> baselines) {
            return new Change(Set.of(), baselines, UnaryOperator.identity());
        }

        static Change policy(UnaryOperator<String> policy) {
            return new Change(Set.of(), UnaryOperator.identity(), policy);
        }
    }

    static Config write(Path folder, SimulatedFleet fleet, Change change, Imaging imaging) {
        try {
            for (String part : List.of("fleets", "baselines", "policies")) {
                Files.createDirectories(folder.resolve(part));
            }
            for (String family : BASELINES.values()) {
                for (String name : List.of(family + "124.yaml", family + "133.yaml")) {
                    String baseline = Files.readString(Path.of("..", "config", "baselines", name));
                    Files.writeString(
                            folder.resolve("baselines").resolve(name),
                            change.baselines().apply(patient(baseline)));
                }
                precompiled(folder.resolve("baselines"), family + "133");
            }
            Files.writeString(folder.resolve("slipway.yaml"), """
                    temporal: { target: 127.0.0.1:7233 }
                    ledger: { file: ledger }
                    evidence: { directory: evidence }
                    starter: { address: 127.0.0.1:8080, tokenFile: token }
                    ssh: { user: slipway, key: %s, knownHosts: %s }
                    """.formatted(
                            fleet.ssh().clientKey(), fleet.ssh().knownHosts()));
            String policy = change.policy().apply(POLICY);
            Files.writeString(folder.resolve("policies/bench.yaml"), policy);
            Files.writeString(
                    folder.resolve("policies/bench-image.yaml"),
                    policy.replace("name: bench", "name: bench-image")
                            .replace("convergeBy: packages", "convergeBy: image"));
            imaging.command(folder);
            Imaging.baselines(folder);
            for (PlannedNode node : fleet.plan().nodes()) {
                String suffix = change.written().contains(node.name()) ? Imaging.SUFFIX : "";
                Files.writeString(folder.resolve("fleets/" + node.name() + ".yaml"), fleetOf(fleet, node, suffix));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Config.load(folder);
    }

    /**
     * With timeouts that a busy machine does not reach: the clocks of simulated nodes run hundreds of times faster, so a
     * second that this machine has no time for is minutes of theirs.
     */
    static String patient(String baseline) {
        String level = "  diagLevel: 2\n";
        return baseline.replace(level, level + "  timeouts: { diag1: 45m, diag2: 45m, nccl: 45m, ncclPair: 30m }\n");
    }

    /** The same baseline for nodes whose module comes compiled in a package for each kernel. */
    private static void precompiled(Path baselines, String id) throws IOException {
        Files.writeString(
                baselines.resolve(id + COMPILED + ".yaml"),
                Files.readString(baselines.resolve(id + ".yaml"))
                        .replace("id: " + id, "id: " + id + COMPILED)
                        .replace("moduleDelivery: dkms", "moduleDelivery: precompiled"));
    }

    private static String baseline(PlannedNode node) {
        boolean compiled = node.conditions().stream().anyMatch(Condition.Precompiled.class::isInstance);
        return BASELINES.get(node.family()) + "133" + (compiled ? COMPILED : "");
    }

    private static String fleetOf(SimulatedFleet fleet, PlannedNode node, String suffix) {
        return """
                name: %1$s
                cluster: %2$s
                scheduler: kubernetes
                baseline: %6$s%7$s
                policy: bench%7$s
                kubernetes: { kubeconfig: %3$s }
                nodes:
                  - { name: %1$s, address: 127.0.0.1, port: %4$d, rack: %5$s, sku: HGX-H100-8 }
                """.formatted(
                        node.name(),
                        fleet.plan().cluster(),
                        fleet.kubeconfig(),
                        fleet.ssh().port(node.name()),
                        node.rack(),
                        baseline(node),
                        suffix);
    }
}
