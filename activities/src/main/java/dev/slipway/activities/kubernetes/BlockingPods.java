package dev.slipway.activities.kubernetes;

import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.BlockedRule;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tracks which pods block a drain, since when, and how long the policy waits for them. */
final class BlockingPods {
    private final NodeRef node;
    private final List<BlockedRule> rules;
    private final Instant began;
    private final Map<String, Instant> since = new HashMap<>();
    private final Map<String, Instant> before;
    private Map<DrainablePod, String> blocking = Map.of();

    /** Starts a drain whose first attempt is not lost. {@code began}: when it was requested. */
    BlockingPods(NodeRef node, DrainPolicy policy, Instant began) {
        this(node, policy, began, Map.of());
    }

    /** Takes {@code before}: which pods blocked since when as the attempt before this one saw it, by uid. */
    BlockingPods(NodeRef node, DrainPolicy policy, Instant began, Map<String, Instant> before) {
        this.node = node;
        this.rules = policy.blocked();
        this.began = began;
        this.before = new HashMap<>(before);
    }

    /** Returns since when each pod blocks, by uid. */
    Map<String, Instant> since() {
        Map<String, Instant> all = new HashMap<>(before);
        all.putAll(since);
        return all;
    }

    /**
     * Notes the pods that do not leave now, each with its reason; fails if the policy no longer waits for one of them.
     */
    void blockedBy(Map<DrainablePod, String> pods, Instant now) {
        blocking = new LinkedHashMap<>(pods);
        since.keySet().retainAll(pods.keySet().stream().map(DrainablePod::uid).toList());
        pods.keySet()
                .forEach(pod -> since.computeIfAbsent(
                        pod.uid(),
                        uid -> Optional.ofNullable(before.remove(uid)).orElse(now)));
        for (Map.Entry<DrainablePod, String> pod : blocking.entrySet()) {
            rule(pod.getKey())
                    .filter(rule -> !now.isBefore(due(rule)))
                    .ifPresent(rule -> end(rule, pod.getKey(), pod.getValue()));
        }
    }

    /** Returns since when a pod blocks, as the end of a phrase; empty if it does not. */
    String since(DrainablePod pod) {
        return Optional.ofNullable(since.get(pod.uid()))
                .map(at -> ", since " + DrainProgress.TIME.format(at))
                .orElse("");
    }

    /** Returns when the policy's next rule applies to what blocks now. */
    Optional<Instant> next() {
        return blocking.keySet().stream()
                .flatMap(pod -> rule(pod).stream())
                .map(this::due)
                .min(Comparator.naturalOrder());
    }

    private Optional<BlockedRule> rule(DrainablePod pod) {
        return rules.stream()
                .filter(rule -> rule.pods().fits(pod.namespace(), pod.labels(), pod.ownerKind()))
                .findFirst()
                .filter(rule -> rule.then() != BlockedRule.Then.WAIT);
    }

    private Instant due(BlockedRule rule) {
        return began.plus(rule.after());
    }

    private void end(BlockedRule rule, DrainablePod pod, String why) {
        String what = pod + ": " + why + since(pod);
        String after = Durations.words(rule.after());
        switch (rule.then()) {
            case DECIDE ->
                throw FailureType.DRAIN_BLOCKED.of(
                        node + " is not empty, and policy calls a person after " + after + ": " + what);
            case HOLD ->
                throw FailureType.HELD_BY_POLICY.of(
                        node + " is not empty, and policy holds it after " + after + ": " + what);
            case SKIP ->
                throw FailureType.SKIPPED_BY_POLICY.of(node + " is skipped by policy after " + after + ": " + what);
            case WAIT -> {}
        }
    }
}
