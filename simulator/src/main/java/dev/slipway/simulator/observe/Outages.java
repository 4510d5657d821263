package dev.slipway.simulator.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.simulator.kubernetes.AuditEntry;
import dev.slipway.simulator.node.NodeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records when which node was out of service: cordoned, by anyone, or on its way through a reboot. */
final class Outages {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NODE = Pattern.compile("/api/v1/nodes/([^/?]+)(\\?.*)?");

    private final Set<String> cordonedAtFirst;
    private final List<Turn> turns = new ArrayList<>();

    private enum Cause {
        CORDON,
        REBOOT
    }

    private record Turn(Instant at, String node, Cause cause, boolean out) {}

    Outages(Set<String> cordonedAtFirst) {
        this.cordonedAtFirst = Set.copyOf(cordonedAtFirst);
    }

    /** Takes in the requests to the cluster: only what was truly done counts. */
    void requests(List<AuditEntry> log) {
        for (AuditEntry entry : log) {
            node(entry)
                    .ifPresent(node -> unschedulable(entry)
                            .ifPresent(out -> turns.add(new Turn(entry.at(), node, Cause.CORDON, out))));
        }
    }

    /** Returns the node that a request truly changed. */
    static Optional<String> node(AuditEntry entry) {
        boolean done = entry.effect() == AuditEntry.Effect.DONE || entry.effect() == AuditEntry.Effect.FAULT_AFTER;
        Matcher path = NODE.matcher(entry.path());
        return done && path.matches() ? Optional.of(path.group(1)) : Optional.empty();
    }

    /** Takes in what was seen on the machines. */
    void events(List<NodeEvent> events) {
        for (NodeEvent event : events) {
            switch (event.kind()) {
                case REBOOT_STARTED -> turns.add(new Turn(event.at(), event.node(), Cause.REBOOT, true));
                case BOOTED -> turns.add(new Turn(event.at(), event.node(), Cause.REBOOT, false));
                default -> {}
            }
        }
    }

    /** Returns the most nodes that pass the filter and were out together. */
    int most(Predicate<String> which) {
        Map<String, Set<Cause>> out = new HashMap<>();
        cordonedAtFirst.forEach(
                n -> out.computeIfAbsent(n, k -> new HashSet<>()).add(Cause.CORDON));
        int most = count(out, which);
        for (Turn turn : turns.stream().sorted(Comparator.comparing(Turn::at)).toList()) {
            Set<Cause> causes = out.computeIfAbsent(turn.node(), k -> new HashSet<>());
            if (turn.out()) {
                causes.add(turn.cause());
            } else {
                causes.remove(turn.cause());
            }
            most = Math.max(most, count(out, which));
        }
        return most;
    }

    private static int count(Map<String, Set<Cause>> out, Predicate<String> which) {
        return (int) out.entrySet().stream()
                .filter(e -> !e.getValue().isEmpty() && which.test(e.getKey()))
                .count();
    }

    /**
     * Returns what a request makes of the node's schedulability, if it sets that: a patch of any kind, or a whole
     * object.
     */
    static Optional<Boolean> unschedulable(AuditEntry entry) {
        JsonNode body = read(entry.body());
        if (body.isArray()) {
            for (JsonNode step : body) {
                if (step.path("path").asText().equals("/spec/unschedulable")) {
                    return Optional.of(step.path("value").asBoolean(false));
                }
            }
            return Optional.empty();
        }
        JsonNode spec = body.path("spec");
        boolean whole = entry.verb().equals("update");
        return spec.has("unschedulable") || whole
                ? Optional.of(spec.path("unschedulable").asBoolean(false))
                : Optional.empty();
    }

    private static JsonNode read(String body) {
        try {
            return body.isBlank() ? JSON.createObjectNode() : JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the audit log holds a body that is not JSON: " + body, e);
        }
    }
}
