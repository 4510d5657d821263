package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Serves what the server states about itself: versions, groups, resources. */
public final class Discovery {
    private static final String ACCESS = "authorization.k8s.io/v1";

    private Discovery() {}

    public static Optional<ObjectNode> answer(String path, boolean withCustom) {
        return switch (path) {
            case "/version" -> Optional.of(version());
            case "/api" -> Optional.of(core());
            case "/apis" -> Optional.of(groups(withCustom));
            case "/api/v1" -> Optional.of(resources("v1"));
            default -> group(path, withCustom);
        };
    }

    private static Optional<ObjectNode> group(String path, boolean withCustom) {
        if (!path.startsWith("/apis/")) {
            return Optional.empty();
        }
        String name = path.substring("/apis/".length());
        for (String version : versions(withCustom)) {
            if (version.equals(name)) {
                return Optional.of(resources(version));
            }
            if (version.startsWith(name + "/")) {
                ObjectNode group = describe(version);
                group.put("kind", "APIGroup").put("apiVersion", "v1");
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }

    private static List<String> versions(boolean withCustom) {
        List<String> found = new java.util.ArrayList<>(ResourceType.apiVersions(withCustom));
        found.remove("v1");
        found.add(ACCESS);
        return found;
    }

    private static ObjectNode version() {
        ObjectNode version = Kube.object();
        version.put("major", "1").put("minor", "36").put("gitVersion", "v1.36.3-simulated");
        version.put("gitCommit", "simulated").put("gitTreeState", "clean");
        version.put("buildDate", "2026-01-01T00:00:00Z").put("goVersion", "none");
        return version.put("compiler", "none").put("platform", "simulated/amd64");
    }

    private static ObjectNode core() {
        ObjectNode core = Kube.object();
        core.put("kind", "APIVersions");
        core.putArray("versions").add("v1");
        core.putArray("serverAddressByClientCIDRs");
        return core;
    }

    private static ObjectNode groups(boolean withCustom) {
        ObjectNode list = Kube.object();
        list.put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        versions(withCustom).forEach(version -> groups.add(describe(version)));
        return list;
    }

    private static ObjectNode describe(String apiVersion) {
        String[] parts = apiVersion.split("/", 2);
        ObjectNode group = Kube.object();
        group.put("name", parts[0]);
        ObjectNode version = Kube.object();
        version.put("groupVersion", apiVersion).put("version", parts[1]);
        group.putArray("versions").add(version);
        group.set("preferredVersion", version);
        return group;
    }

    private static ObjectNode resources(String apiVersion) {
        ObjectNode list = Kube.object();
        list.put("kind", "APIResourceList").put("apiVersion", "v1").put("groupVersion", apiVersion);
        ArrayNode entries = list.putArray("resources");
        if (apiVersion.equals(ACCESS)) {
            entry(entries, "selfsubjectaccessreviews", "SelfSubjectAccessReview", false, List.of("create"));
        }
        Arrays.stream(ResourceType.values())
                .filter(type -> type.apiVersion().equals(apiVersion))
                .forEach(type -> describe(entries, type));
        return list;
    }

    private static void describe(ArrayNode entries, ResourceType type) {
        List<String> verbs = List.of("create", "delete", "get", "list", "patch", "update", "watch");
        ObjectNode entry = entry(entries, type.plural(), type.kind(), type.namespaced(), verbs);
        entry.put("singularName", type.kind().toLowerCase(java.util.Locale.ROOT));
        type.shortNames().forEach(Kube.list(entry, "shortNames")::add);
        if (type.hasStatus()) {
            entry(
                    entries,
                    type.plural() + "/status",
                    type.kind(),
                    type.namespaced(),
                    List.of("get", "patch", "update"));
        }
        if (type == ResourceType.PODS) {
            entry(entries, "pods/eviction", "Eviction", true, List.of("create"))
                    .put("group", "policy")
                    .put("version", "v1");
        }
    }

    private static ObjectNode entry(
            ArrayNode entries, String name, String kind, boolean namespaced, List<String> verbs) {
        ObjectNode entry = entries.addObject();
        entry.put("name", name)
                .put("singularName", "")
                .put("namespaced", namespaced)
                .put("kind", kind);
        verbs.forEach(Kube.list(entry, "verbs")::add);
        return entry;
    }
}
