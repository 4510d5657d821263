package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.Situation.Thing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The manifest of a thing whose pods can run on the node {@code site} only. */
record Workload(Thing thing, String site) {
    private static final Map<String, String> API = Map.of(
            "Pod", "v1",
            "Job", "batch/v1",
            "PodDisruptionBudget", "policy/v1");

    String manifest() {
        Map<String, Object> named = Map.of("name", thing.name(), "namespace", site);
        Map<String, Object> object = new HashMap<>(Map.of(
                "apiVersion", API.getOrDefault(thing.kind(), "apps/v1"), "kind", thing.kind(), "metadata", named));
        object.putAll(
                switch (thing.kind()) {
                    case "PodDisruptionBudget" -> Map.of("spec", thing.spec());
                    case "Pod" -> template(named, Map.of("nodeName", site));
                    case "Job" ->
                        Map.of("spec", Map.of("template", template(Map.of(), Map.of("restartPolicy", "Never"))));
                    default -> Map.of("spec", controller());
                });
        return LabApi.json(object);
    }

    private Map<String, Object> controller() {
        Map<String, Object> spec = new HashMap<>(Map.of(
                "selector", Map.of("matchLabels", Map.of("pod", thing.name())),
                "template", template(Map.of(), Map.of())));
        if (!thing.kind().equals("DaemonSet")) {
            spec.put("replicas", thing.replicas());
        }
        if (thing.kind().equals("StatefulSet")) {
            spec.put("serviceName", thing.name());
        }
        return spec;
    }

    private Map<String, Object> template(Map<String, Object> named, Map<String, Object> besides) {
        Map<String, Object> metadata = new HashMap<>(thing.metadata());
        metadata.putAll(named);
        metadata.put("labels", with(metadata.getOrDefault("labels", Map.of()), Map.of("pod", thing.name())));
        Map<String, Object> delays = new HashMap<>(Map.of("pod-complete.stage.kwok.x-k8s.io/delay", "24h"));
        if (thing.pending()) {
            delays.put("pod-ready.stage.kwok.x-k8s.io/delay", "24h");
        }
        metadata.put("annotations", with(metadata.getOrDefault("annotations", Map.of()), delays));
        Map<String, Object> spec = new HashMap<>(Map.of(
                "nodeSelector", Map.of("site", site),
                "containers", List.of(Map.of("name", "work", "image", "none"))));
        spec.putAll(thing.spec());
        spec.putAll(besides);
        return Map.of("metadata", metadata, "spec", spec);
    }

    private static Map<Object, Object> with(Object given, Map<String, ?> more) {
        Map<Object, Object> all = new HashMap<>(more);
        if (given instanceof Map<?, ?> map) {
            all.putAll(map);
        }
        return all;
    }
}
