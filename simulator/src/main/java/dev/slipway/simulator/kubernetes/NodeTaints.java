package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;

/** Plays the node lifecycle controller: it maintains the taints that follow from a cordon and from readiness. */
final class NodeTaints {
    static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    private static final Duration NO_EXECUTE_LAG = Duration.ofMillis(200);

    private final ObjectStore store;
    private final PodIndex pods;
    private final SimulatedTime time;

    NodeTaints(ObjectStore store, PodIndex pods, SimulatedTime time) {
        this.store = store;
        this.pods = pods;
        this.time = time;
    }

    void reconcile(String name) {
        store.edit(ResourceType.NODES, name, node -> {
            boolean cordoned = node.path("spec").path("unschedulable").asBoolean(false);
            want(node, UNSCHEDULABLE, "NoSchedule", cordoned);
            wantHealth(node, "NoSchedule");
        });
        store.find(ResourceType.NODES, name).ifPresent(node -> {
            if (!readiness(node).equals("True")) {
                pods.on(name).forEach(this::markNotReady);
            }
        });
        time.after(NO_EXECUTE_LAG, () -> store.edit(ResourceType.NODES, name, node -> wantHealth(node, "NoExecute")));
    }

    private void wantHealth(ObjectNode node, String effect) {
        String ready = readiness(node);
        want(node, NOT_READY, effect, ready.equals("False"));
        want(node, UNREACHABLE, effect, ready.equals("Unknown"));
    }

    static String readiness(JsonNode node) {
        for (JsonNode condition : node.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText();
            }
        }
        return "Unknown";
    }

    private void want(ObjectNode node, String key, String effect, boolean wanted) {
        ObjectNode spec = Kube.child(node, "spec");
        ArrayNode kept = spec.arrayNode();
        boolean present = false;
        for (JsonNode taint : spec.path("taints")) {
            boolean same = taint.path("key").asText().equals(key)
                    && taint.path("effect").asText().equals(effect);
            present |= same;
            if (!same || wanted) {
                kept.add(taint);
            }
        }
        if (present == wanted) {
            return;
        }
        if (wanted) {
            kept.addObject()
                    .put("key", key)
                    .put("effect", effect)
                    .put("timeAdded", Kube.time(store.clock().instant()));
        }
        spec.set("taints", kept);
        if (kept.isEmpty()) {
            spec.remove("taints");
        }
    }

    private void markNotReady(ObjectNode pod) {
        if (Kube.conditionIs(pod, "Ready", "True")) {
            ObjectNode next = pod.deepCopy();
            Kube.setCondition(
                    next,
                    new Kube.Condition("Ready", "False", "NodeNotReady", "the node is not ready"),
                    store.clock().instant());
            store.replace(ResourceType.PODS, pod, next);
        }
    }

    static boolean tolerates(JsonNode toleration, JsonNode taint) {
        String key = toleration.path("key").asText("");
        String effect = toleration.path("effect").asText("");
        boolean exists = toleration.path("operator").asText("Equal").equals("Exists");
        boolean keyFits = key.isEmpty() ? exists : key.equals(taint.path("key").asText());
        boolean effectFits =
                effect.isEmpty() || effect.equals(taint.path("effect").asText());
        boolean valueFits = exists
                || toleration
                        .path("value")
                        .asText("")
                        .equals(taint.path("value").asText(""));
        return keyFits && effectFits && valueFits;
    }
}
