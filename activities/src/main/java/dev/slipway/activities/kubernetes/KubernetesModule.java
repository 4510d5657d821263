package dev.slipway.activities.kubernetes;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.kubernetes.client.ClusterAccess;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.kubernetes.client.ClusterRights;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.Registration;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.Act;
import dev.slipway.model.CheckResult;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Operands;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Wires the clusters that fleets name: one client per cluster, the scheduler, the operator's pods, rights. */
public final class KubernetesModule implements AutoCloseable {
    private final WorkerContext context;
    private final ClusterConnections clusters;
    private final KubernetesNodes nodes;

    public KubernetesModule(WorkerContext context, GpuHolders holders) {
        this.context = context;
        this.clusters = ClusterConnections.of(clusters(context));
        this.nodes = new KubernetesNodes(clusters, holders, context.clock());
    }

    private static List<ClusterAccess> clusters(WorkerContext context) {
        return context.config().fleets().values().stream()
                .flatMap(fleet ->
                        fleet.kubernetes().map(at -> new ClusterAccess(fleet.cluster(), at, context.clock())).stream())
                .toList();
    }

    /** Returns Kubernetes as a scheduler. */
    public KubernetesNodes nodes() {
        return nodes;
    }

    /** Returns the nodes that clusters know. */
    public ClusterNodes listed() {
        return nodes.listed();
    }

    /** Returns what has been seen of a node's boot, by {@code others} if its scheduler is no cluster. */
    public Registration registration(Registration others) {
        return new ClusterRegistration(context.config(), nodes, others);
    }

    /** Returns the operator's pods; none, and nothing is done, if Kubernetes does not schedule a node. */
    public Operands operands(Guard guard) {
        return new OperandsByScheduler(this::schedules, pods(guard));
    }

    /**
     * Safe to repeat: reads only. Returns the operator's pods on a node by their uid; none if Kubernetes does not
     * schedule it.
     */
    public Map<String, String> podNames(Act act, Guard guard) {
        return schedules(act) ? pods(guard).podNames(act) : Map.of();
    }

    private KubernetesOperands pods(Guard guard) {
        return new KubernetesOperands(clusters, guard::beforeMutation, context.clock());
    }

    /**
     * Safe to repeat: reads only. Returns what each pod on a node is part of, by uid; empty if Kubernetes does not
     * schedule it.
     */
    public Optional<Map<String, String>> workloads(NodeRef node) {
        return Optional.of(node).filter(this::schedules).map(new KubernetesWorkloads(clusters)::of);
    }

    /** Does the same as {@link #workloads}, for one of many nodes that are read in parallel. */
    public Optional<Map<String, String>> watchedWorkloads(NodeRef node) {
        return Optional.of(node).filter(this::schedules).map(nodes::workloads);
    }

    /**
     * Safe to repeat: reads only. Returns whether a fleet's cluster grants what its runs need; empty for a fleet
     * without one.
     */
    public List<CheckResult> rights(String name) {
        Config config = context.config();
        return config.fleet(name).stream()
                .filter(fleet -> fleet.scheduler().kubernetes())
                .map(fleet -> new ClusterRights(clusters)
                        .check(
                                "RBAC " + name,
                                fleet.cluster(),
                                config.policyOf(fleet).smoke().job().map(job -> job.namespace())))
                .toList();
    }

    private boolean schedules(Act act) {
        return schedules(context.config().fleet(act.fleet()));
    }

    private boolean schedules(NodeRef node) {
        return schedules(context.config().fleetOf(node));
    }

    private static boolean schedules(Optional<FleetConfig> fleet) {
        return fleet.filter(known -> known.scheduler().kubernetes()).isPresent();
    }

    @Override
    public void close() {
        nodes.close();
        clusters.close();
    }
}
