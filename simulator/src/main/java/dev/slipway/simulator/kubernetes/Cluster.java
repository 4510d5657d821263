package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Change;
import dev.slipway.simulator.kubernetes.resource.Identities;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connects the inside of the simulated cluster: the store, the controllers and how a change of one reaches the others.
 */
final class Cluster {
    final StateLock state = new StateLock();
    final AuditLog log = new AuditLog();
    final FleetChanges news = new FleetChanges();
    final SimulatedTime time;
    final ObjectStore store;
    final PodIndex pods;
    final WatchHub watches;
    final Controllers controllers;
    final Deletions deletions;
    final Budgets budgets;
    final Evictions evictions;
    final PodRemovals removals;
    final Workloads workloads;
    final Kubelets kubelets;
    final PodLives lives;
    /** States whether the definitions of the GPU Operator's custom resources are installed. */
    volatile boolean operatorInstalled;

    final Map<String, String> podLogs = new ConcurrentHashMap<>();

    Cluster(SimulatedKubernetesOptions options) {
        time = new SimulatedTime(state, options.speed());
        store = new ObjectStore(state, new Identities(options.seed()), InstantSource.system());
        pods = new PodIndex(store);
        watches = new WatchHub(state, store);
        controllers = new Controllers(state, time);
        deletions = new Deletions(store);
        budgets = new Budgets(store, time);
        BudgetQueue queue = new BudgetQueue(time, options.budgetWrite());
        Evictions.Collaborators collaborators = new Evictions.Collaborators(store, budgets, deletions, queue, log);
        evictions = new Evictions(state, collaborators);
        removals = new PodRemovals(collaborators, pods);
        workloads = new Workloads(store, pods);
        lives = new PodLives(collaborators, pods, time, news);
        kubelets = new Kubelets(store, time, lives);
        lives.askSilence(kubelets::silent);
        register();
        store.onChange(this::follow);
    }

    private void register() {
        NodeTaints taints = new NodeTaints(store, pods, time);
        TaintEvictions evictor = new TaintEvictions(store, pods, time, removals);
        DaemonSets daemonSets = new DaemonSets(store, pods, deletions);
        PodScheduler scheduler = new PodScheduler(store, pods);
        controllers.register(Controller.DISRUPTION, Duration.ofMillis(10), budgets::reconcile);
        controllers.register(Controller.NODE_LIFECYCLE, Duration.ofMillis(20), taints::reconcile);
        controllers.register(Controller.TAINT_EVICTION, Duration.ofMillis(20), evictor::reconcile);
        controllers.register(Controller.DAEMON_SET, Duration.ofMillis(500), daemonSets::reconcile);
        controllers.register(Controller.WORKLOAD, Duration.ofMillis(50), workloads::reconcile);
        controllers.register(Controller.SCHEDULER, Duration.ofMillis(20), key -> scheduler.reconcile());
        controllers.register(Controller.POD_GARBAGE, PodRemovals.quarantine(), removals::ofMissingNode);
    }

    private void follow(Change change) {
        switch (change.type()) {
            case PODS -> followPod(change);
            case NODES -> followNode(change);
            case BUDGETS -> followBudget(change);
            case DAEMON_SETS ->
                store.all(ResourceType.NODES)
                        .keySet()
                        .forEach(node -> controllers.enqueue(Controller.DAEMON_SET, node));
            case REPLICA_SETS, STATEFUL_SETS, JOBS -> followWorkload(change);
            default -> {}
        }
    }

    private void followPod(Change change) {
        ObjectNode pod = change.object();
        for (ObjectNode budget : budgets.covering(pod)) {
            controllers.enqueue(Controller.DISRUPTION, Kube.key(budget));
        }
        followOwner(pod);
        String node = PodIndex.nodeOf(pod);
        boolean bound =
                change.before().map(PodIndex::nodeOf).filter(node::equals).isEmpty();
        if (node.isEmpty() || change.deleted()) {
            controllers.enqueue(Controller.SCHEDULER, "all");
        }
        if (bound && !node.isEmpty()) {
            controllers.enqueue(Controller.TAINT_EVICTION, node);
            if (store.find(ResourceType.NODES, node).isEmpty()) {
                controllers.enqueue(Controller.POD_GARBAGE, node);
            }
        }
        if (change.deleted()) {
            news.ended(PodOnNode.of(pod));
        } else {
            lives.advance(pod);
        }
    }

    private void followOwner(ObjectNode pod) {
        JsonNode owner = Kube.controller(pod);
        String name = owner.path("name").asText("");
        if (owner.path("kind").asText("").equals("DaemonSet")) {
            controllers.enqueue(Controller.DAEMON_SET, PodIndex.nodeOf(pod));
        }
        for (ResourceType type : Workloads.TYPES) {
            if (type.kind().equals(owner.path("kind").asText(""))) {
                store.find(type, Kube.key(Kube.namespace(pod), name))
                        .ifPresent(found -> controllers.enqueue(Controller.WORKLOAD, Workloads.key(type, found)));
            }
        }
    }

    private void followNode(Change change) {
        String name = Kube.name(change.object());
        if (change.deleted()) {
            controllers.enqueue(Controller.POD_GARBAGE, name);
            return;
        }
        Optional<ObjectNode> before = change.before();
        JsonNode node = change.object();
        if (differs(before, node, "spec") || differs(before, node, "status")) {
            controllers.enqueue(Controller.NODE_LIFECYCLE, name);
            controllers.enqueue(Controller.TAINT_EVICTION, name);
            controllers.enqueue(Controller.SCHEDULER, "all");
        }
        boolean relabelled = before.isEmpty() || !Kube.labels(before.get()).equals(Kube.labels(node));
        if (relabelled) {
            controllers.enqueue(Controller.DAEMON_SET, name);
        }
        if (before.isEmpty()) {
            pods.on(name).forEach(lives::advance);
        }
        if (node.path("spec").path("unschedulable").asBoolean()) {
            lives.cordonedNow(name);
        }
    }

    private static boolean differs(Optional<ObjectNode> before, JsonNode now, String part) {
        return before.isEmpty() || !before.get().path(part).equals(now.path(part));
    }

    private void followBudget(Change change) {
        if (!change.deleted() && differs(change.before(), change.object(), "spec")) {
            controllers.enqueue(Controller.DISRUPTION, Kube.key(change.object()));
        }
    }

    private void followWorkload(Change change) {
        if (!change.deleted() && differs(change.before(), change.object(), "spec")) {
            controllers.enqueue(Controller.WORKLOAD, Workloads.key(change.type(), change.object()));
        }
    }
}
