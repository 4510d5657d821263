package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.util.Optional;

/** Takes pods away without asking a budget, and writes down that it did. Calls hold the state lock. */
final class PodRemovals {
    private static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final ObjectStore store;
    private final PodIndex pods;
    private final Deletions deletions;
    private final Budgets budgets;
    private final AuditLog log;

    PodRemovals(Evictions.Collaborators collaborators, PodIndex pods) {
        this.store = collaborators.store();
        this.pods = pods;
        this.deletions = collaborators.deletions();
        this.budgets = collaborators.budgets();
        this.log = collaborators.log();
    }

    void byTaint(String key, String uid) {
        same(key, uid).filter(pod -> !Kube.terminating(pod)).ifPresent(pod -> {
            note(pod, "taint", "");
            ObjectNode next = pod.deepCopy();
            Kube.setCondition(
                    next,
                    new Kube.Condition(
                            "DisruptionTarget",
                            "True",
                            "DeletionByTaintManager",
                            "Taint manager: deleting due to NoExecute taint"),
                    store.clock().instant());
            ObjectNode marked = store.replace(ResourceType.PODS, pod, next);
            deletions.delete(ResourceType.PODS, marked, Deletions.Options.none());
        });
    }

    static Duration quarantine() {
        return QUARANTINE;
    }

    /** Plays the garbage collector: pods of a node that no longer exists go at once. */
    void ofMissingNode(String node) {
        if (store.find(ResourceType.NODES, node).isEmpty()) {
            pods.on(node).forEach(pod -> {
                note(pod, "node-deleted", "");
                store.remove(ResourceType.PODS, pod);
            });
        }
    }

    void note(ObjectNode pod, String cause, String userAgent) {
        log.add(new EvictionEntry(store.clock().instant(), cause, userAgent, PodOnNode.of(pod), 0, budgets.guard(pod)));
    }

    private Optional<ObjectNode> same(String key, String uid) {
        return store.find(ResourceType.PODS, key).filter(pod -> Kube.uid(pod).equals(uid));
    }
}
