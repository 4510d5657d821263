package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Renders lists as tables, which kubectl requests for its output. */
final class Tables {
    private Tables() {}

    static boolean wanted(ApiRequest request) {
        return request.header("accept").startsWith("application/json;as=Table");
    }

    static ObjectNode ofOne(ResourceType type, ObjectNode object) {
        return of(type, Rendering.list(type, Kube.revision(object), List.of(object)));
    }

    static ObjectNode of(ResourceType type, ObjectNode list) {
        ObjectNode table = Kube.object();
        table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.set("metadata", list.path("metadata"));
        ArrayNode columns = table.putArray("columnDefinitions");
        for (String column : columns(type)) {
            columns.addObject()
                    .put("name", column)
                    .put("type", "string")
                    .put("format", column.equals("Name") ? "name" : "")
                    .put("description", "")
                    .put("priority", column.equals("Node") ? 1 : 0);
        }
        ArrayNode rows = table.putArray("rows");
        for (JsonNode item : list.path("items")) {
            ObjectNode row = rows.addObject();
            cells(type, item).forEach(row.putArray("cells")::add);
            ObjectNode partial = row.putObject("object");
            partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
            partial.set("metadata", item.path("metadata"));
        }
        return table;
    }

    private static List<String> columns(ResourceType type) {
        return switch (type) {
            case NODES -> List.of("Name", "Status", "Roles", "Age", "Version");
            case PODS -> List.of("Name", "Ready", "Status", "Restarts", "Age", "Node");
            case BUDGETS -> List.of("Name", "Min Available", "Max Unavailable", "Allowed Disruptions", "Age");
            default -> List.of("Name", "Age");
        };
    }

    private static List<String> cells(ResourceType type, JsonNode item) {
        String name = Kube.name(item);
        String age = age(item);
        return switch (type) {
            case NODES -> List.of(name, nodeStatus(item), "<none>", age, text(item, "nodeInfo", "kubeletVersion"));
            case PODS ->
                List.of(
                        name,
                        ready(item),
                        podStatus(item),
                        restarts(item),
                        age,
                        item.path("spec").path("nodeName").asText("<none>"));
            case BUDGETS ->
                List.of(
                        name,
                        item.path("spec").path("minAvailable").asText("N/A"),
                        item.path("spec").path("maxUnavailable").asText("N/A"),
                        item.path("status").path("disruptionsAllowed").asText("0"),
                        age);
            default -> List.of(name, age);
        };
    }

    private static String text(JsonNode item, String part, String field) {
        return item.path("status").path(part).path(field).asText("");
    }

    private static String nodeStatus(JsonNode node) {
        List<String> words = new ArrayList<>();
        words.add(NodeTaints.readiness(node).equals("True") ? "Ready" : "NotReady");
        if (node.path("spec").path("unschedulable").asBoolean(false)) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String podStatus(JsonNode pod) {
        return Kube.terminating(pod)
                ? "Terminating"
                : pod.path("status").path("phase").asText();
    }

    private static String ready(JsonNode pod) {
        int ready = 0;
        for (JsonNode container : pod.path("status").path("containerStatuses")) {
            ready += container.path("ready").asBoolean() ? 1 : 0;
        }
        return ready + "/" + pod.path("spec").path("containers").size();
    }

    private static String restarts(JsonNode pod) {
        int sum = 0;
        for (JsonNode container : pod.path("status").path("containerStatuses")) {
            sum += container.path("restartCount").asInt();
        }
        return Integer.toString(sum);
    }

    private static String age(JsonNode item) {
        String created = item.path("metadata").path("creationTimestamp").asText("");
        if (created.isEmpty()) {
            return "<unknown>";
        }
        Duration age = Duration.between(Instant.parse(created), Instant.now());
        return age.toMinutes() < 2 ? age.toSeconds() + "s" : age.toMinutes() + "m";
    }
}
