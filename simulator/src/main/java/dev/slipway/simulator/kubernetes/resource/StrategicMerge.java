package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies merge patches and strategic merge patches. In the strategic one, lists with a merge key are merged entry by
 * entry; all others, the taints of a node among them, are replaced as a whole, as the API's own types define.
 */
public final class StrategicMerge {
    private static final String DELETE_PRIMITIVES = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";
    private static final Map<String, String> MERGE_KEYS = Map.of(
            "conditions", "type",
            "addresses", "type",
            "ownerReferences", "uid",
            "containers", "name",
            "initContainers", "name",
            "ephemeralContainers", "name",
            "volumes", "name",
            "env", "name",
            "imagePullSecrets", "name",
            "hostAliases", "ip");

    private StrategicMerge() {}

    /** Merges by RFC 7396. */
    public static JsonNode merge(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode fields)) {
            return patch;
        }
        ObjectNode result = target instanceof ObjectNode present ? present.deepCopy() : Kube.object();
        fields.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                result.remove(field.getKey());
            } else {
                result.set(field.getKey(), merge(result.path(field.getKey()), field.getValue()));
            }
        });
        return result;
    }

    public static ObjectNode apply(ObjectNode target, ObjectNode patch) {
        String directive = patch.path("$patch").asText("merge");
        ObjectNode result = directive.equals("replace") ? Kube.object() : target.deepCopy();
        patch.properties().forEach(field -> {
            if (!field.getKey().startsWith("$")) {
                applyField(result, field.getKey(), field.getValue());
            }
        });
        patch.properties().forEach(field -> applyDirective(result, field.getKey(), field.getValue()));
        return result;
    }

    private static void applyField(ObjectNode result, String name, JsonNode value) {
        if (value.isNull()) {
            result.remove(name);
        } else if (value instanceof ObjectNode fields) {
            JsonNode present = result.path(name);
            if (fields.path("$patch").asText().equals("delete")) {
                result.remove(name);
            } else {
                result.set(name, apply(present instanceof ObjectNode object ? object : Kube.object(), fields));
            }
        } else if (value instanceof ArrayNode entries) {
            result.set(name, applyList(name, result.path(name), entries));
        } else {
            result.set(name, value);
        }
    }

    private static ArrayNode applyList(String name, JsonNode present, ArrayNode patch) {
        if (name.equals("finalizers")) {
            return union(present, patch);
        }
        String mergeKey = MERGE_KEYS.get(name);
        if (mergeKey == null) {
            return patch;
        }
        List<JsonNode> entries = new ArrayList<>();
        if (!replaces(patch)) {
            present.forEach(entries::add);
        }
        for (JsonNode change : patch) {
            applyEntry(entries, mergeKey, change);
        }
        ArrayNode result = patch.arrayNode();
        entries.forEach(result::add);
        return result;
    }

    private static boolean replaces(ArrayNode patch) {
        for (JsonNode entry : patch) {
            if (entry.path("$patch").asText().equals("replace")) {
                return true;
            }
        }
        return false;
    }

    private static void applyEntry(List<JsonNode> entries, String mergeKey, JsonNode change) {
        if (change.path("$patch").asText().equals("replace")) {
            return;
        }
        if (!(change instanceof ObjectNode fields) || !change.has(mergeKey)) {
            throw ApiError.badRequest("map: " + change + " does not contain declared merge key: " + mergeKey);
        }
        Optional<JsonNode> found = entries.stream()
                .filter(entry -> entry.path(mergeKey).equals(change.path(mergeKey)))
                .findFirst();
        if (change.path("$patch").asText().equals("delete")) {
            found.ifPresent(entries::remove);
        } else if (found.isPresent() && found.get() instanceof ObjectNode entry) {
            entries.set(entries.indexOf(entry), apply(entry, fields));
        } else {
            entries.add(apply(Kube.object(), fields));
        }
    }

    private static ArrayNode union(JsonNode present, ArrayNode patch) {
        ArrayNode result = patch.arrayNode();
        List<JsonNode> seen = new ArrayList<>();
        present.forEach(seen::add);
        patch.forEach(value -> {
            if (!seen.contains(value)) {
                seen.add(value);
            }
        });
        seen.forEach(result::add);
        return result;
    }

    private static void applyDirective(ObjectNode result, String name, JsonNode value) {
        if (name.startsWith(DELETE_PRIMITIVES)) {
            ArrayNode kept = result.arrayNode();
            List<JsonNode> removed = new ArrayList<>();
            value.forEach(removed::add);
            result.path(name.substring(DELETE_PRIMITIVES.length())).forEach(entry -> {
                if (!removed.contains(entry)) {
                    kept.add(entry);
                }
            });
            result.set(name.substring(DELETE_PRIMITIVES.length()), kept);
        } else if (name.equals("$retainKeys")) {
            List<String> kept = new ArrayList<>();
            value.forEach(key -> kept.add(key.asText()));
            result.retain(kept);
        } else if (name.startsWith("$") && !name.equals("$patch") && !name.startsWith(ORDER)) {
            throw ApiError.badRequest("unknown patch directive: " + name);
        }
    }
}
