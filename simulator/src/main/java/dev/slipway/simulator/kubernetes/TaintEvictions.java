package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plays the taint manager: it deletes pods that do not tolerate a NoExecute taint, in spite of their budget. */
final class TaintEvictions {
    private static final Duration REACTION = Duration.ofMillis(200);

    private final ObjectStore store;
    private final PodIndex pods;
    private final SimulatedTime time;
    private final PodRemovals removals;
    private final Map<String, List<JsonNode>> seen = new HashMap<>();
    private final Map<String, Long> versions = new HashMap<>();
    private final Set<String> planned = new HashSet<>();

    TaintEvictions(ObjectStore store, PodIndex pods, SimulatedTime time, PodRemovals removals) {
        this.store = store;
        this.pods = pods;
        this.time = time;
        this.removals = removals;
    }

    void reconcile(String name) {
        List<JsonNode> taints = store.find(ResourceType.NODES, name)
                .map(TaintEvictions::noExecute)
                .orElse(List.of());
        if (!taints.equals(seen.put(name, taints))) {
            versions.merge(name, 1L, Long::sum);
        }
        if (!taints.isEmpty()) {
            long version = versions.getOrDefault(name, 0L);
            pods.on(name).forEach(pod -> plan(name, pod, taints, version));
        }
    }

    private static List<JsonNode> noExecute(ObjectNode node) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode taint : node.path("spec").path("taints")) {
            if (taint.path("effect").asText().equals("NoExecute")) {
                found.add(taint);
            }
        }
        return found;
    }

    private void plan(String node, ObjectNode pod, List<JsonNode> taints, long version) {
        Optional<Duration> wait = tolerated(pod, taints);
        String mark = Kube.uid(pod) + "@" + version;
        if (wait.isPresent() && !Kube.terminating(pod) && planned.add(mark)) {
            time.after(wait.get().plus(REACTION), () -> {
                planned.remove(mark);
                if (versions.getOrDefault(node, 0L) == version) {
                    removals.byTaint(Kube.key(pod), Kube.uid(pod));
                }
            });
        }
    }

    /** Returns how long the pod may stay; empty if for ever. */
    private static Optional<Duration> tolerated(ObjectNode pod, List<JsonNode> taints) {
        long least = Long.MAX_VALUE;
        for (JsonNode taint : taints) {
            least = Math.min(least, toleratedSeconds(pod, taint));
        }
        return least == Long.MAX_VALUE ? Optional.empty() : Optional.of(Duration.ofSeconds(least));
    }

    private static long toleratedSeconds(ObjectNode pod, JsonNode taint) {
        for (JsonNode toleration : pod.path("spec").path("tolerations")) {
            if (NodeTaints.tolerates(toleration, taint)) {
                return toleration.path("tolerationSeconds").asLong(Long.MAX_VALUE);
            }
        }
        return 0;
    }
}
