package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Change;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the pods of a node and of an owner, and the GPUs in use on a node, without looking at all pods. */
final class PodIndex {
    private final Map<String, NavigableMap<String, ObjectNode>> byNode = new HashMap<>();
    private final Map<String, NavigableMap<String, ObjectNode>> byOwner = new HashMap<>();
    private final Map<String, Integer> gpus = new HashMap<>();

    PodIndex(ObjectStore store) {
        store.onChange(change -> {
            if (change.type() == ResourceType.PODS) {
                follow(change);
            }
        });
    }

    private void follow(Change change) {
        change.before().ifPresent(before -> {
            remove(byNode, nodeOf(before), before);
            remove(byOwner, ownerOf(before), before);
            gpus.merge(nodeOf(before), -gpusHeld(before), Integer::sum);
        });
        if (!change.deleted()) {
            add(byNode, nodeOf(change.object()), change.object());
            add(byOwner, ownerOf(change.object()), change.object());
            gpus.merge(nodeOf(change.object()), gpusHeld(change.object()), Integer::sum);
        }
    }

    private static void add(Map<String, NavigableMap<String, ObjectNode>> index, String place, ObjectNode pod) {
        index.computeIfAbsent(place, absent -> new TreeMap<>()).put(Kube.key(pod), pod);
    }

    private static void remove(Map<String, NavigableMap<String, ObjectNode>> index, String place, ObjectNode pod) {
        NavigableMap<String, ObjectNode> found = index.get(place);
        if (found != null) {
            found.remove(Kube.key(pod));
            if (found.isEmpty()) {
                index.remove(place);
            }
        }
    }

    static String nodeOf(ObjectNode pod) {
        return pod.path("spec").path("nodeName").asText("");
    }

    private static String ownerOf(ObjectNode pod) {
        return Kube.controller(pod).path("uid").asText("");
    }

    private static int gpusHeld(ObjectNode pod) {
        String phase = pod.path("status").path("phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed") ? 0 : PodScheduler.gpus(pod);
    }

    /** Returns the GPUs that pods on a node hold. */
    int gpusOn(String node) {
        return gpus.getOrDefault(node, 0);
    }

    int countOn(String node) {
        NavigableMap<String, ObjectNode> found = byNode.get(node);
        return found == null ? 0 : found.size();
    }

    /** Returns pods bound to a node, by key. */
    List<ObjectNode> on(String node) {
        return copy(byNode.get(node));
    }

    /** Returns pods without a node. */
    List<ObjectNode> unbound() {
        return on("");
    }

    List<ObjectNode> ownedBy(String uid) {
        return copy(byOwner.get(uid));
    }

    private static List<ObjectNode> copy(@Nullable NavigableMap<String, ObjectNode> found) {
        Collection<ObjectNode> pods = found == null ? List.of() : found.values();
        return List.copyOf(pods);
    }
}
