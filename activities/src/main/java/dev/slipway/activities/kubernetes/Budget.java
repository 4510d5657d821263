package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Describes a PodDisruptionBudget: which pods it covers, and its numbers as a person reads them. */
record Budget(PodDisruptionBudget pdb) {

    String key() {
        return pdb.getMetadata().getNamespace() + "/" + pdb.getMetadata().getName();
    }

    boolean covers(DrainablePod pod) {
        LabelSelector selector = pdb.getSpec().getSelector();
        return selector != null
                && pdb.getMetadata().getNamespace().equals(pod.namespace())
                && labelsMatch(selector, pod.labels())
                && Optional.ofNullable(selector.getMatchExpressions()).orElse(List.of()).stream()
                        .allMatch(requirement -> holds(requirement, pod.labels()));
    }

    /** Returns whether an eviction may succeed, by the server's present count. */
    boolean hasRoom() {
        return counted() && pdb.getStatus().getDisruptionsAllowed() > 0;
    }

    /**
     * Returns whether the server, by its present count, lets {@code pod} go: a pod that is not ready may also leave
     * without room if the budget always allows that, or has its other pods healthy.
     */
    boolean letsGo(DrainablePod pod) {
        return hasRoom() || (!pod.ready() && (alwaysLetsUnhealthyGo() || healthyWithout()));
    }

    private boolean alwaysLetsUnhealthyGo() {
        return "AlwaysAllow".equals(pdb.getSpec().getUnhealthyPodEvictionPolicy());
    }

    private boolean healthyWithout() {
        return counted()
                && pdb.getStatus().getDesiredHealthy() > 0
                && pdb.getStatus().getCurrentHealthy() >= pdb.getStatus().getDesiredHealthy();
    }

    /** Names this budget as people wrote it, whatever was counted since. */
    String terms() {
        return key() + "#" + pdb.getMetadata().getGeneration();
    }

    /** Names this budget in this state. */
    String version() {
        return key() + "@" + pdb.getMetadata().getResourceVersion();
    }

    private boolean counted() {
        return pdb.getStatus() != null
                && Objects.equals(
                        pdb.getStatus().getObservedGeneration(),
                        pdb.getMetadata().getGeneration());
    }

    /** Returns words such as {@code PDB ml/train allows 0 of 4 (needs 4 healthy, has 4)}. */
    @Override
    public String toString() {
        if (!counted()) {
            return "PDB " + key() + " is not counted yet by the server";
        }
        return "PDB " + key() + " allows " + pdb.getStatus().getDisruptionsAllowed() + " of "
                + pdb.getStatus().getExpectedPods() + " (needs "
                + pdb.getStatus().getDesiredHealthy() + " healthy, has "
                + pdb.getStatus().getCurrentHealthy() + ")";
    }

    private static boolean labelsMatch(LabelSelector selector, Map<String, String> labels) {
        return Optional.ofNullable(selector.getMatchLabels()).orElse(Map.of()).entrySet().stream()
                .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())));
    }

    private static boolean holds(LabelSelectorRequirement requirement, Map<String, String> labels) {
        String key = requirement.getKey();
        List<String> values = Optional.ofNullable(requirement.getValues()).orElse(List.of());
        return switch (requirement.getOperator()) {
            case "In" -> labels.containsKey(key) && values.contains(labels.get(key));
            case "NotIn" -> !labels.containsKey(key) || !values.contains(labels.get(key));
            case "Exists" -> labels.containsKey(key);
            case "DoesNotExist" -> !labels.containsKey(key);
            default -> true;
        };
    }
}
