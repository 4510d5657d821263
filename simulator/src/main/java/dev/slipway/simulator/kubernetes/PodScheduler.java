package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.LabelSelector;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Plays the scheduler: it binds pods that have no node to the least loaded node that takes them, by name if equal. */
final class PodScheduler {
    static final String GPU = "nvidia.com/gpu";

    private final ObjectStore store;
    private final PodIndex pods;

    PodScheduler(ObjectStore store, PodIndex pods) {
        this.store = store;
        this.pods = pods;
    }

    void reconcile() {
        Set<JsonNode> hopeless = new HashSet<>();
        for (ObjectNode pod : pods.unbound()) {
            if (!Kube.terminating(pod)) {
                schedule(pod, hopeless);
            }
        }
    }

    /**
     * Returns what decides where a pod may go; of two pods with the same needs neither fits where the other does not.
     */
    private static JsonNode needs(ObjectNode pod) {
        ObjectNode needs = Kube.object();
        needs.put("gpus", gpus(pod));
        needs.set("nodeSelector", pod.path("spec").path("nodeSelector").deepCopy());
        needs.set("tolerations", pod.path("spec").path("tolerations").deepCopy());
        return needs;
    }

    private void schedule(ObjectNode pod, Set<JsonNode> hopeless) {
        JsonNode needs = needs(pod);
        Optional<String> node = hopeless.contains(needs) ? Optional.empty() : bestNode(pod);
        ObjectNode next = pod.deepCopy();
        node.ifPresent(name -> Kube.child(next, "spec").put("nodeName", name));
        Kube.Condition outcome = node.isPresent()
                ? new Kube.Condition("PodScheduled", "True", "", "")
                : new Kube.Condition("PodScheduled", "False", "Unschedulable", "no node takes this pod");
        Kube.setCondition(next, outcome, store.clock().instant());
        store.replace(ResourceType.PODS, pod, next);
        if (node.isEmpty()) {
            hopeless.add(needs);
        }
    }

    private Optional<String> bestNode(ObjectNode pod) {
        return store.all(ResourceType.NODES).values().stream()
                .filter(candidate -> takes(candidate, pod))
                .map(Kube::name)
                .min(Comparator.comparingInt(pods::countOn).thenComparing(Comparator.naturalOrder()));
    }

    private boolean takes(ObjectNode node, ObjectNode pod) {
        return gpus(pod) <= freeGpus(node)
                && NodeTaints.readiness(node).equals("True")
                && !node.path("spec").path("unschedulable").asBoolean(false)
                && selects(pod.path("spec").path("nodeSelector"), node)
                && toleratesAll(pod, node);
    }

    static boolean selects(JsonNode nodeSelector, JsonNode node) {
        return LabelSelector.of(Kube.object().set("matchLabels", nodeSelector)).matches(Kube.labels(node));
    }

    private static boolean toleratesAll(ObjectNode pod, ObjectNode node) {
        for (JsonNode taint : node.path("spec").path("taints")) {
            boolean soft = taint.path("effect").asText().equals("PreferNoSchedule");
            if (!soft && !tolerates(pod, taint)) {
                return false;
            }
        }
        return true;
    }

    private static boolean tolerates(ObjectNode pod, JsonNode taint) {
        for (JsonNode toleration : pod.path("spec").path("tolerations")) {
            if (NodeTaints.tolerates(toleration, taint)) {
                return true;
            }
        }
        return false;
    }

    private int freeGpus(ObjectNode node) {
        return node.path("status").path("allocatable").path(GPU).asInt(0) - pods.gpusOn(Kube.name(node));
    }

    static int gpus(ObjectNode pod) {
        int sum = 0;
        for (JsonNode container : pod.path("spec").path("containers")) {
            sum += container.path("resources").path("limits").path(GPU).asInt(0);
        }
        return sum;
    }
}
