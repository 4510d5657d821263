package dev.slipway.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks what must hold inside a fleet, between fleets, and towards baselines and policies. */
final class FleetChecks {
    private static final int MOST_AT_ONCE = 2_000;
    private static final Duration LONGEST_NODE = Duration.ofMinutes(5);

    private final List<ConfigLoader.Bound<FleetConfig>> fleets;
    private final Map<String, BaselineConfig> baselines = new TreeMap<>();
    private final Map<String, PolicyConfig> policies = new TreeMap<>();
    private final boolean names;
    private final Map<String, String> addresses = new HashMap<>();
    private final Map<String, String> nodes = new HashMap<>();
    private final BmcChecks bmcs = new BmcChecks();

    FleetChecks(
            List<ConfigLoader.Bound<FleetConfig>> fleets,
            List<ConfigLoader.Bound<BaselineConfig>> baselines,
            List<ConfigLoader.Bound<PolicyConfig>> policies,
            boolean names) {
        this.fleets = fleets;
        this.names = names;
        baselines.forEach(b -> this.baselines.put(b.value().id(), b.value()));
        policies.forEach(p -> this.policies.put(p.value().name(), p.value()));
    }

    void run() {
        for (ConfigLoader.Bound<FleetConfig> bound : fleets) {
            if (names) {
                known(bound, "baseline", bound.value().baseline(), baselines);
                known(bound, "policy", bound.value().policy(), policies);
            }
            kubernetes(bound);
            slurm(bound);
            selection(bound);
            scan(bound, bound.value().scan());
            bound.value().nodes().forEach(member -> member(bound, member));
            bmcs.fleet(bound);
        }
    }

    private static void known(ConfigLoader.Bound<FleetConfig> bound, String kind, String name, Map<String, ?> known) {
        if (!known.containsKey(name)) {
            bound.blame(
                    bound.value(),
                    kind,
                    "There is no " + kind + " `" + name + "`.",
                    Nearest.next(name, known.keySet()));
        }
    }

    private static void kubernetes(ConfigLoader.Bound<FleetConfig> bound) {
        FleetConfig fleet = bound.value();
        if (fleet.kubernetes().isEmpty()) {
            if (fleet.scheduler().kubernetes()) {
                bound.blame(
                        fleet,
                        "scheduler",
                        "The fleet is scheduled by Kubernetes and says nothing about how to reach it.",
                        "Add `kubernetes` with `kubeconfig`, or with `server` and `tokenFile`.");
            }
            return;
        }
        FleetConfig.Kubernetes cluster = fleet.kubernetes().get();
        if (cluster.kubeconfig().isPresent() == cluster.server().isPresent()) {
            bound.blame(
                    fleet,
                    "kubernetes",
                    "Exactly one of `kubeconfig` and `server` says where the cluster is.",
                    "Keep one of them.");
        }
        if (cluster.server().isPresent() && cluster.tokenFile().isEmpty()) {
            bound.blame(cluster, "server", "`server` needs `tokenFile`.", "Name the file of the bearer token.");
        }
        if (cluster.context().isPresent() && cluster.kubeconfig().isEmpty()) {
            bound.blame(cluster, "context", "`context` needs `kubeconfig`.", "Remove it, or name the kubeconfig.");
        }
    }

    private static void slurm(ConfigLoader.Bound<FleetConfig> bound) {
        FleetConfig fleet = bound.value();
        if (fleet.slurm().isPresent() && !fleet.scheduler().slurm()) {
            bound.blame(
                    fleet,
                    "slurm",
                    "The fleet is not scheduled by Slurm.",
                    "Remove `slurm`, or write `scheduler: slurm` or `slurm-and-kubernetes`.");
        }
        fleet.slurm().filter(at -> at.host().isPresent()).ifPresent(at -> {
            if (at.conf().isPresent()) {
                bound.blame(at, "conf", "`conf` is for commands on the worker.", "Remove it, or remove `host`.");
            }
            if (at.port() < 1 || at.port() > 65_535) {
                bound.blame(at, "port", "A port is 1 to 65535.", "Correct it.");
            }
        });
        Map<String, String> named = new HashMap<>();
        for (FleetConfig.Member member : fleet.nodes()) {
            String other = named.putIfAbsent(member.slurm().orElse(member.name()), member.name());
            if (other != null && member.slurm().isPresent()) {
                bound.blame(
                        member,
                        "slurm",
                        "Slurm knows `" + member.name() + "` and `" + other + "` by one name.",
                        "Correct one of them.");
            }
        }
    }

    private static void selection(ConfigLoader.Bound<FleetConfig> bound) {
        FleetConfig fleet = bound.value();
        if (fleet.nodes().isEmpty() == fleet.selector().isEmpty()) {
            bound.blame(fleet, "nodes", "A fleet either lists `nodes` or has a `selector`.", "Keep one of them.");
        }
        fleet.selector().ifPresent(selector -> {
            if (fleet.scheduler() != FleetConfig.Scheduler.KUBERNETES) {
                bound.blame(fleet, "selector", "Only Kubernetes nodes can be selected.", "List the nodes.");
            }
            if (selector.labels().contains("control-plane")
                    || selector.labels().contains("node-role.kubernetes.io/master")) {
                bound.blame(
                        selector,
                        "labels",
                        "The selector speaks of control-plane nodes, which are never members.",
                        "Select by a label of GPU nodes.");
            }
        });
    }

    private static void scan(ConfigLoader.Bound<FleetConfig> bound, ScanConfig scan) {
        if (scan.maxConcurrent() < 1 || scan.maxConcurrent() > MOST_AT_ONCE) {
            bound.blame(scan, "maxConcurrent", "`maxConcurrent` is 1 to " + MOST_AT_ONCE + ".", "Correct it.");
        }
        if (scan.maxConcurrentPerRack() < 1) {
            bound.blame(scan, "maxConcurrentPerRack", "`maxConcurrentPerRack` is at least 1.", "Raise it.");
        }
        if (!scan.slowAfter().isPositive() || scan.slowAfter().compareTo(scan.nodeTimeout()) > 0) {
            bound.blame(
                    scan, "slowAfter", "`slowAfter` must be longer than 0s and at most `nodeTimeout`.", "Correct it.");
        }
        if (scan.nodeTimeout().compareTo(LONGEST_NODE) > 0) {
            bound.blame(scan, "nodeTimeout", "`nodeTimeout` is longer than 5m.", "Shorten it.");
        }
    }

    private void member(ConfigLoader.Bound<FleetConfig> bound, FleetConfig.Member member) {
        FleetConfig fleet = bound.value();
        if (member.role() == FleetConfig.Role.CONTROL_PLANE) {
            bound.blame(
                    member, "role", "`" + member.name() + "` is a control-plane node.", "Remove it from the fleet.");
        }
        String other = nodes.putIfAbsent(fleet.cluster() + "/" + member.name(), fleet.name());
        if (other != null) {
            bound.blame(
                    member,
                    "name",
                    "`" + member.name() + "` is listed already, in fleet `" + other + "`.",
                    "List each node of a cluster once.");
        }
        if (member.nvlinkDomain().isPresent()) {
            bound.blame(
                    member,
                    "nvlinkDomain",
                    "Slipway cannot keep the nodes of an NVLink domain together yet.",
                    "Remove it.");
        }
        address(bound, member);
        BaselineConfig baseline = baselines.get(fleet.baseline());
        if (baseline != null
                && member.sku().isPresent()
                && !member.sku().get().equals(baseline.profile().sku())) {
            bound.blame(
                    member,
                    "sku",
                    "`" + member.name() + "` is a " + member.sku().get() + " and the baseline is for "
                            + baseline.profile().sku() + ".",
                    "Move it to a fleet with its own baseline.");
        }
    }

    private void address(ConfigLoader.Bound<FleetConfig> bound, FleetConfig.Member member) {
        String address = member.address().orElse(member.name()) + ":"
                + member.port().or(() -> bound.value().ssh().port()).orElse(22);
        String other = addresses.putIfAbsent(address, member.name());
        if (other != null && !other.equals(member.name())) {
            bound.blame(
                    member,
                    "address",
                    "`" + member.name() + "` has the address of `" + other + "`: " + address + ".",
                    "Correct one of them.");
        }
        if (member.port().filter(p -> p < 1 || p > 65_535).isPresent()) {
            bound.blame(member, "port", "A port is 1 to 65535.", "Correct it.");
        }
    }
}
