package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The scheduler: binds pods that have no node to the least loaded node that takes them, by name where equal. */
final class PodScheduler {
    static final String GPU = "nvidia.com/gpu";

    private final ObjectStore store;
    private final PodIndex pods;

    PodScheduler(ObjectStore store, PodIndex pods) {
        this.store = store;
        this.pods = pods;
    }

    void reconcile() {
        for (ObjectNode pod : pods.unbound()) {
            if (!Kube.terminating(pod)) {
                place(pod);
            }
        }
    }

    private void place(ObjectNode pod) {
        Optional<String> node = store.all(ResourceType.NODES).values().stream()
                .filter(candidate -> takes(candidate, pod))
                .map(Kube::name)
                .min(Comparator.comparingInt((String name) -> pods.on(name).size())
                        .thenComparing(Comparator.naturalOrder()));
        ObjectNode next = pod.deepCopy();
        node.ifPresent(name -> Kube.child(next, "spec").put("nodeName", name));
        Kube.Condition outcome = node.isPresent()
                ? new Kube.Condition("PodScheduled", "True", "", "")
                : new Kube.Condition("PodScheduled", "False", "Unschedulable", "no node takes this pod");
        Kube.setCondition(next, outcome, store.clock().instant());
        store.replace(ResourceType.PODS, pod, next);
    }

    private boolean takes(ObjectNode node, ObjectNode pod) {
        return NodeTaints.readiness(node).equals("True")
                && !node.path("spec").path("unschedulable").asBoolean(false)
                && selects(pod.path("spec").path("nodeSelector"), node)
                && toleratesAll(pod, node)
                && gpus(pod) <= freeGpus(node);
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
        List<ObjectNode> present = pods.on(Kube.name(node));
        int used = present.stream()
                .filter(pod -> !List.of("Succeeded", "Failed")
                        .contains(pod.path("status").path("phase").asText()))
                .mapToInt(PodScheduler::gpus)
                .sum();
        return node.path("status").path("allocatable").path(GPU).asInt(0) - used;
    }

    static int gpus(ObjectNode pod) {
        int sum = 0;
        for (JsonNode container : pod.path("spec").path("containers")) {
            sum += container.path("resources").path("limits").path(GPU).asInt(0);
        }
        return sum;
    }
}
