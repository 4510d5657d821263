package dev.slipway.facts.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.Reading;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code /etc/cluster-image.json}. Without an image version it is no manifest. */
final class Manifest {
    private Manifest() {}

    static Reading<ImageManifest> parse(String text) {
        JsonNode root;
        try {
            root = Json.read(text);
        } catch (JsonProcessingException e) {
            return Reading.unknown("not JSON: " + Text.shorten(e.getOriginalMessage(), 120));
        }
        Map<String, String> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            JsonNode value = field.getValue();
            values.put(field.getKey(), value.isValueNode() ? value.asText() : value.toString());
        }
        if (values.getOrDefault("image_version", "").isBlank()) {
            return Reading.unknown("no image_version");
        }
        return Reading.of(new ImageManifest(
                take(values, "image_version"),
                take(values, "built"),
                take(values, "kernel"),
                take(values, "driver_branch"),
                take(values, "cuda_branch"),
                Map.copyOf(values)));
    }

    private static String take(Map<String, String> values, String key) {
        String value = values.remove(key);
        return value == null ? "" : value;
    }
}
