package dev.slipway.simulator.fleet;

import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes what a worker needs to know of a simulated fleet into a configuration directory: a fleet for each rack, the
 * pinned and the previous baseline, and a policy whose spans suit a fast clock. {@code slipway.yaml} is not its own.
 */
public record FleetConfigFiles(SimulatedFleet fleet) {
    /** Ids of the two baselines. */
    public static final String PINNED = "hgx-h100-r570-133";

    public static final String PREVIOUS = "hgx-h100-r570-124";

    /** Begins the ids of the baselines of Rocky Linux nodes. */
    public static final String ON_ROCKY = "rocky9-";

    /** The name of the policy. */
    public static final String POLICY = "demo";

    /** Safe to repeat: existing files are written again. */
    public void write(Path directory) {
        try {
            for (String part : new String[] {"fleets", "baselines", "policies"}) {
                Files.createDirectories(directory.resolve(part));
            }
            TreeSet<String> racks = new TreeSet<>();
            fleet.plan().nodes().forEach(n -> racks.add(n.rack()));
            for (String rack : racks) {
                Files.writeString(directory.resolve("fleets/rack-" + rack + ".yaml"), rack(rack));
            }
            for (Family family : families()) {
                String previous = prefix(family) + PREVIOUS;
                String pinned = prefix(family) + PINNED;
                Files.writeString(
                        directory.resolve("baselines/" + previous + ".yaml"),
                        baseline(previous, "", SoftwareSet.previous().on(family)));
                Files.writeString(
                        directory.resolve("baselines/" + pinned + ".yaml"),
                        baseline(
                                pinned,
                                "previous: " + previous + "\n",
                                SoftwareSet.pinned().on(family)));
            }
            Files.writeString(directory.resolve("policies/" + POLICY + ".yaml"), policy());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the configuration into " + directory, e);
        }
    }

    private Set<Family> families() {
        return fleet.plan().nodes().stream()
                .map(PlannedNode::family)
                .collect(Collectors.toCollection(() -> EnumSet.of(Family.UBUNTU)));
    }

    private static String prefix(Family family) {
        return family == Family.UBUNTU ? "" : ON_ROCKY;
    }

    /** A fleet has one baseline, so the nodes of a rack are of one family. */
    private Family family(String rack) {
        List<Family> families = fleet.plan().nodes().stream()
                .filter(node -> node.rack().equals(rack))
                .map(PlannedNode::family)
                .distinct()
                .toList();
        if (families.size() != 1) {
            throw new IllegalArgumentException("rack " + rack + " has nodes of " + families);
        }
        return families.getFirst();
    }

    private String rack(String rack) {
        StringBuilder text = new StringBuilder("""
                name: rack-%s
                cluster: %s
                scheduler: kubernetes
                baseline: %s
                policy: %s
                kubernetes:
                  kubeconfig: %s
                ssh:
                  user: slipway
                  key: %s
                  knownHosts: %s
                nodes:
                """.formatted(
                        rack,
                        fleet.plan().cluster(),
                        prefix(family(rack)) + PINNED,
                        POLICY,
                        fleet.kubeconfig().toAbsolutePath(),
                        fleet.ssh().clientKey().toAbsolutePath(),
                        fleet.ssh().knownHosts().toAbsolutePath()));
        for (String node : fleet.plan().rack(rack)) {
            text.append("  - { name: %s, address: 127.0.0.1, port: %d, rack: %s, sku: HGX-H100-8 }\n"
                    .formatted(node, fleet.ssh().port(node), rack));
        }
        return text.toString();
    }

    private static String baseline(String id, String previous, SoftwareSet set) {
        StringBuilder text = new StringBuilder("""
                id: %s
                %sapprovedBy: platform
                adoptedAt: 2026-01-12
                profile:
                  sku: HGX-H100-8
                  expectedGpus: 8
                  gpuModel: NVIDIA H100 80GB HBM3
                  nvswitch: local
                  nvlinksPerGpu: 18
                """.formatted(id, previous));
        text.append(pins(set)).append("packages:\n");
        new TreeMap<>(set.packages()).forEach((name, version) -> text.append("  " + name + ": " + version + "\n"));
        text.append("holds:\n");
        new TreeSet<>(set.packages().keySet()).forEach(name -> text.append("  - " + name + "\n"));
        return text.append("""
                runtime:
                  powerLimit: 700W
                  clocks: 2619,1980
                gates:
                  minBusBandwidth: 400GB/s
                  diagLevel: 2
                """).toString();
    }

    private static String pins(SoftwareSet set) {
        String nccl = DriverPackages.upstream(set.extras().nccl());
        return """
                pins:
                  osImage: %6$s
                  imageVersion: n/a
                  kernel: %1$s
                  driverVersion: %2$s
                  moduleFlavour: open
                  moduleDelivery: dkms
                  gspFirmware: n/a
                  fabricManager: %2$s
                  nscq: n/a
                  imex: n/a
                  cudaToolkit: n/a
                  containerToolkit: %3$s
                  dcgm: %4$s
                  nccl: %5$s
                  ofed: n/a
                  vbios: n/a
                  inforom: n/a
                  nicFw: n/a
                  biosProfile: n/a
                """.formatted(
                        set.kernel(),
                        set.driver(),
                        DriverPackages.upstream(set.extras().toolkit()),
                        DriverPackages.upstream(set.extras().dcgm()),
                        nccl,
                        set.family().osImage());
    }

    private static String policy() {
        return """
                name: %s
                convergeBy: packages
                waves: [1, 50%%, 100%%]
                soak: 5s
                maxUnavailable: { count: 2, percent: 25%% }
                failureBudget: { count: 3, percent: 40%% }
                expectedRunDuration: 5m
                approvals:
                  rollout: false
                alerts:
                  start: []
                node:
                  drainTimeout: 10m
                  capacityTimeout: 20m
                  soak: 3s
                  decide: true
                  decideTimeout: 3m
                """.formatted(POLICY);
    }
}
