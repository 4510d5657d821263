package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how many pods the owners of a budget's pods want; pods without an owner count for nothing. */
final class ExpectedPods {
    private final ObjectStore store;

    /** Reports an owner that has no number of replicas, so that no share of it can be computed. */
    static final class Unscalable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String why;

        Unscalable(String why) {
            super(why);
            this.why = why;
        }

        String why() {
            return why;
        }
    }

    ExpectedPods(ObjectStore store) {
        this.store = store;
    }

    int of(ObjectNode budget, List<ObjectNode> pods) {
        Map<String, Integer> replicas = new HashMap<>();
        boolean unmanaged = false;
        for (ObjectNode pod : pods) {
            JsonNode owner = Kube.controller(pod);
            if (owner.path("uid").asText("").isEmpty()) {
                unmanaged = true;
            } else {
                replicas.computeIfAbsent(owner.path("uid").asText(), uid -> replicas(pod, owner));
            }
        }
        if (unmanaged) {
            sayUnmanaged(budget);
        }
        return replicas.values().stream().mapToInt(Integer::intValue).sum();
    }

    private int replicas(ObjectNode pod, JsonNode owner) {
        String key = Kube.key(Kube.namespace(pod), owner.path("name").asText());
        ResourceType type = switch (owner.path("kind").asText()) {
            case "ReplicaSet" -> ResourceType.REPLICA_SETS;
            case "StatefulSet" -> ResourceType.STATEFUL_SETS;
            case "Job" -> throw new Unscalable("jobs.batch does not implement the scale subresource");
            case "DaemonSet" -> throw new Unscalable("daemonsets.apps does not implement the scale subresource");
            default -> throw new Unscalable(owner.path("kind").asText() + " is not known to this server");
        };
        return store.find(type, key)
                .map(found -> found.path("spec").path("replicas").asInt(0))
                .orElse(0);
    }

    private void sayUnmanaged(ObjectNode budget) {
        String name = Kube.name(budget) + ".unmanaged";
        String key = Kube.key(Kube.namespace(budget), name);
        if (store.find(ResourceType.EVENTS, key).isPresent()) {
            return;
        }
        ObjectNode event = Kube.object(Kube.namespace(budget), name);
        event.put("type", "Warning").put("reason", "UnmanagedPods");
        event.put(
                "message",
                "Pods selected by this PodDisruptionBudget were found to be unmanaged. As a result, the"
                        + " status of the PDB cannot be calculated correctly, which may result in undefined behavior.");
        event.put("count", 1).put("lastTimestamp", Kube.time(store.clock().instant()));
        event.putObject("involvedObject")
                .put("kind", ResourceType.BUDGETS.kind())
                .put("apiVersion", ResourceType.BUDGETS.apiVersion())
                .put("namespace", Kube.namespace(budget))
                .put("name", Kube.name(budget))
                .put("uid", Kube.uid(budget));
        store.create(ResourceType.EVENTS, event);
    }
}
