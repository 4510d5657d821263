package dev.slipway.model.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Selects pods by their properties; a property that is left out fits every pod. */
public record PodSelector(Optional<String> namespace, Map<String, String> labels, Optional<String> ownerKind) {

    public PodSelector {
        labels = Map.copyOf(labels);
    }

    /** Returns whether it selects a pod of this namespace with {@code worn} labels and a controller of {@code kind}. */
    public boolean fits(String namespace, Map<String, String> worn, String kind) {
        return this.namespace.map(namespace::equals).orElse(true)
                && ownerKind.map(kind::equals).orElse(true)
                && worn.entrySet().containsAll(labels.entrySet());
    }

    /** Returns what it selects, for a person, e.g. {@code pods of namespace ml with scratch=yes}. */
    public String words() {
        String of = namespace.map(name -> " of namespace " + name).orElse("");
        String with = labels.isEmpty() ? "" : " with " + String.join(",", pairs());
        return "pods" + of + with + ownerKind.map(kind -> " owned by a " + kind).orElse("");
    }

    private List<String> pairs() {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .sorted()
                .toList();
    }
}
