package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Manages the component labels of the GPU Operator, and our record of their values. The label of the driver is not
 * among them: a driver in a container is the operator's alone.
 */
final class OperandLabels {
    static final String RECORD = "slipway.dev/operands";
    static final String PAUSED = "paused-for-slipway";
    private static final String PREFIX = "nvidia.com/gpu.deploy.";
    private static final String ON = "true";

    /** Resource claims of DRA are given back by its driver, so it leaves when everybody else has. */
    static final List<List<String>> ROUNDS = List.of(
            labels(
                    "operator-validator",
                    "container-toolkit",
                    "device-plugin",
                    "gpu-feature-discovery",
                    "dcgm-exporter",
                    "dcgm",
                    "nvsm",
                    "mig-manager"),
            labels("dra-driver"));

    private static final ObjectMapper JSON = new ObjectMapper();

    private OperandLabels() {}

    private static List<String> labels(String... components) {
        return List.of(components).stream().map(name -> PREFIX + name).toList();
    }

    static Map<String, String> of(Node node) {
        return Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of());
    }

    /** Returns those of one round that are on; any other value is somebody's choice and is not changed. */
    static Map<String, String> toPause(Node node, List<String> round) {
        Map<String, String> labels = of(node);
        Map<String, String> on = new TreeMap<>();
        round.stream().filter(label -> ON.equals(labels.get(label))).forEach(label -> on.put(label, ON));
        return on;
    }

    /** Returns our record on the node of the labels that were moved; empty without a record. */
    static Map<String, String> recorded(Node node) {
        Optional<String> text = Marks.annotation(node, RECORD);
        try {
            return text.isEmpty() ? Map.of() : JSON.readValue(text.get(), new TypeReference<Map<String, String>>() {});
        } catch (JsonProcessingException damaged) {
            throw FailureType.EXTERNAL_CHANGE.of("The record of paused operands on "
                    + node.getMetadata().getName() + " was edited and cannot be read: " + text.get());
        }
    }

    static String record(Map<String, String> moved) {
        try {
            return JSON.writeValueAsString(new TreeMap<>(moved));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("labels are text", e);
        }
    }

    /** Returns what is to be written back: a label that is no longer paused was moved by somebody else. */
    static Map<String, String> toResume(Node node, Map<String, String> known) {
        Map<String, String> record = new TreeMap<>(known);
        record.putAll(recorded(node));
        record.keySet().removeIf(label -> !PAUSED.equals(of(node).get(label)));
        return record;
    }

    /** Returns a component as people call it. */
    static String component(String label) {
        return label.substring(PREFIX.length());
    }
}
