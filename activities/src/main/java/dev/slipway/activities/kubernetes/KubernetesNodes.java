package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.activities.spi.ClusterNodes;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.NodeRef;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Manages nodes that Kubernetes schedules: a cordon with our mark, a drain through the eviction API, and nothing
 * forced.
 */
public final class KubernetesNodes implements NodeScheduler, AutoCloseable {
    private final Clusters clusters;
    private final GpuHolders holders;
    private final ActivityClock clock;
    private final Cordons cordons;
    private final Map<String, WatchedCluster> watched = new ConcurrentHashMap<>();
    private final Map<String, SharedOperatorResources> operators = new ConcurrentHashMap<>();

    public KubernetesNodes(Clusters clusters, GpuHolders holders, ActivityClock clock) {
        this.clusters = clusters;
        this.holders = holders;
        this.clock = clock;
        this.cordons = new Cordons(clock);
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        return cordons.cordon(api(act.node()), act, adopt);
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        Runnable guard = () -> underOurCordon(act, "is not drained");
        WatchedCluster cluster = watched(act.node().cluster());
        try (WatchedCluster.Use use = cluster.use(clock::heartbeat)) {
            guard.run();
            NodePods sight = new NodePods(act, api(act.node()), use.watch(), guard, clock);
            return new Drain(policy, sight, cluster.evictions(), holders, clock).run();
        }
    }

    /**
     * Safe to repeat: reads only. Returns what each pod on a node is part of, by uid, for reading many nodes: by the
     * watch that drains share, so no node costs a request.
     */
    public Map<String, String> workloads(NodeRef node) {
        try (WatchedCluster.Use use = watched(node.cluster()).use(() -> {})) {
            return use.watch().workloadsOn(node.name());
        }
    }

    private void underOurCordon(Act act, String refused) {
        SchedulingState schedulingState =
                standing(act, (cluster, node) -> NodeObject.of(node, OperatorResources.NOT_ASKED));
        act.machine().ifPresent(bound -> schedulingState.reported().refuseBoard(act.node(), bound));
        if (!schedulingState.ownedBy(act.token()) || schedulingState.schedulable()) {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " " + refused + ": our cordon is not on it, but "
                    + (schedulingState.schedulable() ? "it takes work" : "that of " + schedulingState.owner()));
        }
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        underOurCordon(act, "gets no smoke job");
        return new SmokePod(act, job, api(act.node()), clock).run();
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        cordons.restore(api(act.node()), act, found);
    }

    @Override
    public void hold(Act act, String reason) {
        cordons.hold(api(act.node()), act, reason);
    }

    @Override
    public SchedulingState standing(Act act) {
        return standing(act, this::view);
    }

    private SchedulingState standing(Act act, BiFunction<String, Node, Scheduling> views) {
        Node node = api(act.node()).node(act.node().name());
        NodeStatusView seen = NodeStatusView.of(node);
        return new SchedulingState(
                Marks.schedulable(node),
                Marks.read(act.node(), node),
                Marks.annotation(node, Marks.HELD),
                Cordons.readmitted(node),
                Optional.of(new SchedulingState.Machine(
                        seen.nodeUid(),
                        seen.ready(),
                        seen.bootId(),
                        seen.allocatableGpus(),
                        Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()),
                        seen.machine())),
                views.apply(act.node().cluster(), node));
    }

    @Override
    public List<String> work(Act act) {
        PodsOnNode pods = new PodsOnNode(api(act.node()), act.node().name());
        PodsOnNode.Listed listed = pods.now();
        if (listed.occupants().isEmpty()) {
            listed = pods.again(listed);
        }
        return listed.occupants().stream().map(DrainablePod::toString).toList();
    }

    /** Safe to repeat: reads only. Returns what the API shows of the node now; empty if it has no such node. */
    public Optional<NodeStatusView> registration(NodeRef node) {
        return api(node).find(node.name()).map(NodeStatusView::of);
    }

    /** Returns the nodes of a cluster, listed with one reading of the GPU Operator's resources that all nodes share. */
    public ClusterNodes listed() {
        return new ListedNodes(clusters, this::view);
    }

    private Scheduling view(String cluster, Node node) {
        return NodeObject.of(node, operator(cluster).read());
    }

    private SharedOperatorResources operator(String cluster) {
        return operators.computeIfAbsent(
                cluster, name -> new SharedOperatorResources(new ClusterApi(clusters.client(name)), clock));
    }

    private ClusterApi api(NodeRef node) {
        return new ClusterApi(clusters.client(node.cluster()));
    }

    private WatchedCluster watched(String cluster) {
        return watched.computeIfAbsent(
                cluster, name -> new WatchedCluster(new ClusterApi(clusters.client(name)), clock));
    }

    /** Ends the watches; the clients belong to their opener. */
    @Override
    public void close() {
        watched.values().forEach(WatchedCluster::close);
    }
}
