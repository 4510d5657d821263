package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiError;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies defaults and validation: what the server adds to an object, and what it refuses. */
final class Admission {
    private static final Set<String> EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final int DEFAULT_TOLERATION_SECONDS = 300;
    private static final int DEFAULT_GRACE_SECONDS = 30;

    private Admission() {}

    /** Fills in what the API server would on create. */
    static void prepare(ResourceType type, ObjectNode wanted) {
        switch (type) {
            case PODS -> preparePod(wanted);
            case BUDGETS, DAEMON_SETS, REPLICA_SETS, STATEFUL_SETS, JOBS -> wanted.putObject("status");
            case NAMESPACES -> Kube.child(wanted, "status").put("phase", "Active");
            default -> {}
        }
    }

    private static void preparePod(ObjectNode pod) {
        ObjectNode spec = Kube.child(pod, "spec");
        putIfAbsent(spec, "restartPolicy", "Always");
        putIfAbsent(spec, "schedulerName", "default-scheduler");
        putIfAbsent(spec, "serviceAccountName", "default");
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", DEFAULT_GRACE_SECONDS);
        }
        ArrayNode tolerations = Kube.list(spec, "tolerations");
        for (String taint : List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE)) {
            if (!tolerates(tolerations, taint)) {
                tolerations
                        .addObject()
                        .put("key", taint)
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", DEFAULT_TOLERATION_SECONDS);
            }
        }
        pod.putObject("status").put("phase", "Pending").put("qosClass", "BestEffort");
    }

    private static boolean tolerates(ArrayNode tolerations, String taint) {
        ObjectNode noExecute = Kube.object().put("key", taint).put("effect", "NoExecute");
        for (JsonNode toleration : tolerations) {
            if (NodeTaints.tolerates(toleration, noExecute)) {
                return true;
            }
        }
        return false;
    }

    private static void putIfAbsent(ObjectNode object, String field, String value) {
        if (!object.has(field)) {
            object.put(field, value);
        }
    }

    static void check(ResourceType type, ObjectNode next, Optional<ObjectNode> before) {
        requireTexts(type, next, "labels");
        requireTexts(type, next, "annotations");
        switch (type) {
            case NODES -> checkTaints(next);
            case BUDGETS -> checkBudget(next);
            case PODS -> before.ifPresent(present -> checkPodUpdate(present, next));
            default -> {}
        }
    }

    private static void requireTexts(ResourceType type, ObjectNode object, String field) {
        object.path("metadata").path(field).properties().forEach(entry -> {
            if (!entry.getValue().isTextual()) {
                throw ApiError.badRequest(type.kind() + " in version \"" + type.apiVersion()
                        + "\" cannot be handled as a " + type.kind() + ": json: cannot unmarshal "
                        + entry.getValue().getNodeType() + " into Go struct field ObjectMeta.metadata." + field
                        + " of type string");
            }
        });
    }

    private static void checkTaints(ObjectNode node) {
        Set<String> seen = new HashSet<>();
        for (JsonNode taint : node.path("spec").path("taints")) {
            String key = taint.path("key").asText("");
            String effect = taint.path("effect").asText("");
            if (key.isEmpty() || !EFFECTS.contains(effect)) {
                throw ApiError.invalid(
                        ResourceType.NODES,
                        Kube.name(node),
                        "metadata.taints: Invalid value: " + taint + ": key and a valid effect are required");
            }
            if (!seen.add(key + ":" + effect)) {
                throw ApiError.invalid(
                        ResourceType.NODES,
                        Kube.name(node),
                        "metadata.taints: Duplicate value: taints must be unique by key and effect pair");
            }
        }
    }

    private static void checkBudget(ObjectNode budget) {
        JsonNode spec = budget.path("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            throw ApiError.invalid(
                    ResourceType.BUDGETS,
                    Kube.name(budget),
                    "spec: Invalid value: minAvailable and maxUnavailable cannot be both set");
        }
    }

    private static void checkPodUpdate(ObjectNode before, ObjectNode next) {
        if (!fixedFields(before).equals(fixedFields(next))) {
            throw ApiError.invalid(
                    ResourceType.PODS,
                    Kube.name(before),
                    "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only"
                            + " additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to"
                            + " be set to 1 if it was previously negative)");
        }
    }

    private static JsonNode fixedFields(ObjectNode pod) {
        if (!(pod.path("spec").deepCopy() instanceof ObjectNode spec)) {
            return Kube.object();
        }
        spec.remove(List.of("activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"));
        for (JsonNode container : spec.path("containers")) {
            if (container instanceof ObjectNode fields) {
                fields.remove("image");
            }
        }
        return spec;
    }
}
