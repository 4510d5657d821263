package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.LabelSelector;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays the disruption controller: it counts healthy pods and writes each budget's status. Calls hold the state lock.
 */
final class Budgets {
    private static final Duration DISRUPTED_FOR = Duration.ofMinutes(2);

    private final ObjectStore store;
    private final ExpectedPods expected;
    private final Duration disruptedFor;

    /** Holds the sums of the budget's pods and owners. */
    private record Count(int healthy, int desired, int expected) {
        int allowed() {
            return expected <= 0 ? 0 : Math.max(0, healthy - desired);
        }
    }

    Budgets(ObjectStore store, SimulatedTime time) {
        this.store = store;
        this.expected = new ExpectedPods(store);
        this.disruptedFor = time.real(DISRUPTED_FOR);
    }

    /** Returns the budgets whose selector takes in a pod. */
    List<ObjectNode> covering(ObjectNode pod) {
        List<ObjectNode> found = new ArrayList<>();
        for (ObjectNode budget : store.all(ResourceType.BUDGETS, Kube.namespace(pod))) {
            if (covers(budget, pod)) {
                found.add(budget);
            }
        }
        return found;
    }

    private static boolean covers(ObjectNode budget, ObjectNode pod) {
        JsonNode selector = budget.path("spec").path("selector");
        return selector.isObject() && LabelSelector.of(selector).matches(Kube.labels(pod));
    }

    /** Returns the tightest budget that counts a healthy pod at this moment. */
    Optional<EvictionEntry.BudgetGuard> guard(ObjectNode pod) {
        if (!healthy(pod) || Kube.terminating(pod)) {
            return Optional.empty();
        }
        return covering(pod).stream()
                .map(budget -> new EvictionEntry.BudgetGuard(
                        Kube.name(budget),
                        budget.path("status").path("disruptionsAllowed").asInt(0)))
                .min(java.util.Comparator.comparingInt(EvictionEntry.BudgetGuard::allowed));
    }

    static boolean healthy(ObjectNode pod) {
        return Kube.conditionIs(pod, "Ready", "True");
    }

    /** Brings one budget's status up to date. */
    void reconcile(String key) {
        store.find(ResourceType.BUDGETS, key).ifPresent(budget -> {
            List<ObjectNode> pods = pods(budget);
            ObjectNode next = budget.deepCopy();
            ObjectNode status = Kube.child(next, "status");
            forgetDisrupted(status, pods);
            try {
                write(next, count(next, pods));
            } catch (ExpectedPods.Unscalable e) {
                failSafe(next, e.why());
            }
            store.replace(ResourceType.BUDGETS, budget, next);
        });
    }

    private List<ObjectNode> pods(ObjectNode budget) {
        List<ObjectNode> found = new ArrayList<>();
        for (ObjectNode pod : store.all(ResourceType.PODS, Kube.namespace(budget))) {
            if (covers(budget, pod)) {
                found.add(pod);
            }
        }
        return found;
    }

    /** A pod counts as disrupted until it is terminating, gone, or the note is too old to be believed. */
    private void forgetDisrupted(ObjectNode status, List<ObjectNode> pods) {
        ObjectNode kept = Kube.object();
        Instant now = store.clock().instant();
        for (ObjectNode pod : pods) {
            String noted = status.path("disruptedPods").path(Kube.name(pod)).asText("");
            boolean fresh =
                    !noted.isEmpty() && Instant.parse(noted).plus(disruptedFor).isAfter(now);
            if (fresh && !Kube.terminating(pod)) {
                kept.put(Kube.name(pod), noted);
            }
        }
        status.set("disruptedPods", kept);
        if (kept.isEmpty()) {
            status.remove("disruptedPods");
        }
    }

    private Count count(ObjectNode budget, List<ObjectNode> pods) {
        JsonNode disrupted = budget.path("status").path("disruptedPods");
        int healthy = (int) pods.stream()
                .filter(pod -> healthy(pod) && !Kube.terminating(pod) && !disrupted.has(Kube.name(pod)))
                .count();
        JsonNode spec = budget.path("spec");
        if (spec.has("maxUnavailable")) {
            int all = expected.of(budget, pods);
            return new Count(healthy, Math.max(0, all - scaled(spec.path("maxUnavailable"), all)), all);
        }
        JsonNode minimum = spec.path("minAvailable");
        int all = minimum.isTextual() ? expected.of(budget, pods) : pods.size();
        return new Count(healthy, scaled(minimum, all), all);
    }

    private static int scaled(JsonNode value, int total) {
        if (value.isTextual()) {
            int percent = Integer.parseInt(value.asText().replace("%", ""));
            return (int) Math.ceil(percent * (double) total / 100);
        }
        return value.asInt(0);
    }

    private void write(ObjectNode budget, Count count) {
        ObjectNode status = Kube.child(budget, "status");
        status.put("disruptionsAllowed", count.allowed());
        status.put("currentHealthy", count.healthy());
        status.put("desiredHealthy", count.desired());
        status.put("expectedPods", count.expected());
        status.put(
                "observedGeneration", budget.path("metadata").path("generation").asLong());
        String reason = count.allowed() > 0 ? "SufficientPods" : "InsufficientPods";
        String allowed = count.allowed() > 0 ? "True" : "False";
        Kube.setCondition(
                budget,
                new Kube.Condition("DisruptionAllowed", allowed, reason, ""),
                store.clock().instant());
    }

    private void failSafe(ObjectNode budget, String why) {
        Kube.child(budget, "status").put("disruptionsAllowed", 0);
        Kube.setCondition(
                budget,
                new Kube.Condition("DisruptionAllowed", "False", "SyncFailed", why),
                store.clock().instant());
    }
}
