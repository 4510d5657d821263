package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Reads and writes the fields that every Kubernetes object shares. */
public final class Kube {
    static final ObjectMapper JSON = new ObjectMapper();

    /** Is one entry of {@code status.conditions}. */
    public record Condition(String type, String status, String reason, String message) {}

    private Kube() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ObjectNode object(String namespace, String name) {
        ObjectNode object = object();
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }

    public static ObjectNode metadata(ObjectNode object) {
        return child(object, "metadata");
    }

    public static ObjectNode child(ObjectNode object, String field) {
        return object.get(field) instanceof ObjectNode found ? found : object.putObject(field);
    }

    public static ArrayNode list(ObjectNode object, String field) {
        return object.get(field) instanceof ArrayNode found ? found : object.putArray(field);
    }

    public static String name(JsonNode object) {
        return object.path("metadata").path("name").asText("");
    }

    public static String namespace(JsonNode object) {
        return object.path("metadata").path("namespace").asText("");
    }

    public static String uid(JsonNode object) {
        return object.path("metadata").path("uid").asText("");
    }

    public static long revision(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asLong(0);
    }

    public static String key(JsonNode object) {
        return key(namespace(object), name(object));
    }

    public static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    public static JsonNode labels(JsonNode object) {
        return object.path("metadata").path("labels");
    }

    public static Optional<String> annotation(JsonNode object, String name) {
        JsonNode value = object.path("metadata").path("annotations").path(name);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    public static boolean terminating(JsonNode object) {
        return object.path("metadata").path("deletionTimestamp").isTextual();
    }

    /** Returns the owner that is marked as the controller, or an empty object. */
    public static JsonNode controller(JsonNode object) {
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean(false)) {
                return owner;
            }
        }
        return object();
    }

    public static boolean conditionIs(JsonNode object, String type, String status) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals(status);
            }
        }
        return false;
    }

    public static void setCondition(ObjectNode object, Condition wanted, Instant now) {
        ArrayNode conditions = list(child(object, "status"), "conditions");
        ObjectNode entry = conditions.objectNode();
        boolean found = false;
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(wanted.type()) && condition instanceof ObjectNode present) {
                entry = present;
                found = true;
            }
        }
        if (!found) {
            conditions.add(entry);
        }
        boolean turned = !entry.path("status").asText("").equals(wanted.status());
        entry.put("type", wanted.type());
        entry.put("status", wanted.status());
        entry.put("reason", wanted.reason());
        entry.put("message", wanted.message());
        if (turned) {
            entry.put("lastTransitionTime", time(now));
        }
    }

    public static ObjectNode texts(Map<String, String> values) {
        ObjectNode node = object();
        values.forEach(node::put);
        return node;
    }

    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    public static String microTime(Instant instant) {
        String text = instant.truncatedTo(ChronoUnit.MICROS).toString();
        int dot = text.indexOf('.');
        String seconds = dot < 0 ? text.substring(0, text.length() - 1) : text.substring(0, dot);
        String fraction = dot < 0 ? "" : text.substring(dot + 1, text.length() - 1);
        return seconds + "." + (fraction + "000000").substring(0, 6) + "Z";
    }
}
