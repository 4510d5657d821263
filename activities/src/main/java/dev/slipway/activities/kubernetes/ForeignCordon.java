package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds who took a node out, as far as the API server records it. */
final class ForeignCordon {
    private ForeignCordon() {}

    /** Returns the client that set {@code spec.unschedulable} and when, for a person to read. */
    static String of(Node node) {
        return Optional.ofNullable(node.getMetadata().getManagedFields()).orElse(List.of()).stream()
                .filter(ForeignCordon::setsUnschedulable)
                .findFirst()
                .map(entry -> "cordoned by " + entry.getManager() + " at " + entry.getTime())
                .orElse("cordoned by somebody else");
    }

    private static boolean setsUnschedulable(ManagedFieldsEntry entry) {
        return entry.getFieldsV1() != null
                && entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> spec
                && spec.containsKey("f:unschedulable");
    }
}
