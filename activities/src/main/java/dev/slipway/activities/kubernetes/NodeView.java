package dev.slipway.activities.kubernetes;

import dev.slipway.model.NodeDetails.Scheduling;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a person may see of a Node object among the facts of the node: of labels and annotations only ours. */
final class NodeView {
    private static final String OURS = "slipway.dev/";

    private NodeView() {}

    static Scheduling of(Node node) {
        List<String> taints = Optional.ofNullable(node.getSpec().getTaints()).orElse(List.of()).stream()
                .map(NodeView::text)
                .sorted()
                .toList();
        return new Scheduling(
                "Kubernetes",
                Marks.schedulable(node),
                taints,
                ours(node.getMetadata().getLabels()),
                ours(node.getMetadata().getAnnotations()));
    }

    private static String text(Taint taint) {
        String value = Optional.ofNullable(taint.getValue()).orElse("");
        return taint.getKey() + (value.isEmpty() ? "" : "=" + value) + ":" + taint.getEffect();
    }

    private static Map<String, String> ours(@Nullable Map<String, String> all) {
        Map<String, String> ours = new TreeMap<>();
        Optional.ofNullable(all).orElse(Map.of()).forEach((name, value) -> {
            if (name.startsWith(OURS)) {
                ours.put(name, Optional.ofNullable(value).orElse(""));
            }
        });
        return ours;
    }
}
