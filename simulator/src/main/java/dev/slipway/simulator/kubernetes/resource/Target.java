package dev.slipway.simulator.kubernetes.resource;

import java.util.List;
import java.util.Optional;

/** Parses a path: a collection if {@code name} is empty, else one object or a subresource of it. */
public record Target(ResourceType type, String namespace, String name, String subresource) {

    public boolean collection() {
        return name.isEmpty();
    }

    /** Returns the resource as rights name it, such as {@code pods/eviction}. */
    public String resource() {
        return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
    }

    /** Parses {@code /api/v1/…} and {@code /apis/GROUP/VERSION/…}; empty for anything else. */
    public static Optional<Target> parse(String path) {
        List<String> parts = List.of(path.substring(1).split("/", -1));
        if (parts.size() >= 3 && parts.get(0).equals("api")) {
            return within(parts.get(1), parts.subList(2, parts.size()));
        }
        if (parts.size() >= 4 && parts.get(0).equals("apis")) {
            return within(parts.get(1) + "/" + parts.get(2), parts.subList(3, parts.size()));
        }
        return Optional.empty();
    }

    private static Optional<Target> within(String apiVersion, List<String> parts) {
        boolean namespaced = parts.size() >= 3
                && parts.get(0).equals("namespaces")
                && !List.of("status", "finalize").contains(parts.get(2));
        String namespace = namespaced ? parts.get(1) : "";
        List<String> rest = namespaced ? parts.subList(2, parts.size()) : parts;
        if (rest.size() > 3 || rest.contains("")) {
            return Optional.empty();
        }
        return ResourceType.of(apiVersion, rest.get(0))
                .filter(type -> namespaced ? type.namespaced() : !type.namespaced() || rest.size() == 1)
                .map(type -> new Target(
                        type, namespace, rest.size() > 1 ? rest.get(1) : "", rest.size() > 2 ? rest.get(2) : ""));
    }
}
