package dev.slipway.activities.kubernetes;

import dev.slipway.model.node.PodSelector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes a pod on a node, and what a drain may do about it. */
record DrainablePod(Pod pod) {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";
    private static final String CORDON = "node.kubernetes.io/unschedulable";
    private static final String GPU_PREFIX = "nvidia.com/";

    String namespace() {
        return pod.getMetadata().getNamespace();
    }

    String name() {
        return pod.getMetadata().getName();
    }

    String uid() {
        return pod.getMetadata().getUid();
    }

    Map<String, String> labels() {
        return Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    }

    /**
     * Returns whether the node is not empty while this pod exists. What the node itself runs, and what has ended, may
     * stay.
     */
    boolean occupies() {
        boolean ended = "Succeeded".equals(phase()) || "Failed".equals(phase());
        boolean ofTheNode = mirror() || daemon();
        return !ended && (!ofTheNode || usesGpu());
    }

    boolean ready() {
        return pod.getStatus() != null
                && Optional.ofNullable(pod.getStatus().getConditions()).orElse(List.of()).stream()
                        .anyMatch(condition -> isReady(condition) && "True".equals(condition.getStatus()));
    }

    static boolean isReady(PodCondition condition) {
        return "Ready".equals(condition.getType());
    }

    /** Returns whether anything here depends on that annotation. */
    static boolean asksForAnnotation(String name) {
        return name.equals(MIRROR) || name.equals(SAFE_TO_EVICT);
    }

    boolean terminating() {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /**
     * Returns why the pod may not be evicted; empty if it may. A reason ends only with the pod or by a person. A pod
     * that {@code deleteEmptyDir} selects may lose the data in its emptyDir volumes.
     */
    Optional<String> blocker(List<PodSelector> deleteEmptyDir) {
        if (SmokeManifest.isSmoke(pod)) {
            return Optional.empty();
        }
        if (mirror() || daemon()) {
            return Optional.of("it is part of the node (" + owner() + ") and holds a GPU");
        }
        if (controller().isEmpty()) {
            return Optional.of("no controller would start it again");
        }
        if ("false".equals(annotation(SAFE_TO_EVICT))) {
            return Optional.of("its owner marked it as not safe to evict");
        }
        boolean mayLoseIt = deleteEmptyDir.stream().anyMatch(pods -> pods.fits(namespace(), labels(), ownerKind()));
        return losesData() && !mayLoseIt
                ? Optional.of("its emptyDir data would be lost (" + SAFE_TO_EVICT
                        + "=true on the pod allows it, or `drain.deleteEmptyDir` in the policy)")
                : Optional.empty();
    }

    /** Returns whether a scheduler may put such a pod on a cordoned node. */
    boolean toleratesCordon() {
        return Optional.ofNullable(pod.getSpec().getTolerations()).orElse(List.of()).stream()
                .filter(t -> t.getEffect() == null
                        || t.getEffect().isEmpty()
                        || t.getEffect().equals("NoSchedule"))
                .anyMatch(t ->
                        t.getKey() == null || t.getKey().isEmpty() || t.getKey().equals(CORDON));
    }

    /** Returns the controller, e.g. {@code Job ml/train-7}. */
    String owner() {
        return controller()
                .map(o -> o.getKind() + " " + namespace() + "/" + o.getName())
                .orElse("no controller");
    }

    /** Returns what it is part of, by namespace, kind and name: its controller, else itself. */
    String workload() {
        return namespace() + "/"
                + controller().map(o -> o.getKind() + "/" + o.getName()).orElse("Pod/" + name());
    }

    @Override
    public String toString() {
        return "pod " + namespace() + "/" + name() + " (" + owner() + ")";
    }

    /** Returns the kind of its controller, e.g. {@code Job}; empty if it has none. */
    String ownerKind() {
        return controller().map(OwnerReference::getKind).orElse("");
    }

    /** Returns when its grace period ends, if it is terminating: the API writes the end there, not the beginning. */
    Optional<Instant> endsBy() {
        return Optional.ofNullable(pod.getMetadata().getDeletionTimestamp()).map(Instant::parse);
    }

    private Optional<OwnerReference> controller() {
        return Optional.ofNullable(pod.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .filter(o -> Boolean.TRUE.equals(o.getController()))
                .findFirst();
    }

    private boolean daemon() {
        return controller().filter(o -> "DaemonSet".equals(o.getKind())).isPresent();
    }

    private boolean mirror() {
        return !annotation(MIRROR).isEmpty();
    }

    private String phase() {
        return pod.getStatus() == null || pod.getStatus().getPhase() == null
                ? ""
                : pod.getStatus().getPhase();
    }

    private String annotation(String name) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(name))
                .orElse("");
    }

    /**
     * Returns whether its eviction loses data that its owner did not give up: that of an emptyDir on the node's disk.
     * Memory-backed directories hold none that survives the container.
     */
    boolean losesData() {
        boolean local = Optional.ofNullable(pod.getSpec().getVolumes()).orElse(List.of()).stream()
                .map(Volume::getEmptyDir)
                .anyMatch(dir -> dir != null && !"Memory".equals(dir.getMedium()));
        return local && !"true".equals(annotation(SAFE_TO_EVICT));
    }

    private boolean usesGpu() {
        boolean claims = !Optional.ofNullable(pod.getSpec().getResourceClaims())
                .orElse(List.of())
                .isEmpty();
        return claims || containers().anyMatch(DrainablePod::limitsGpu);
    }

    private Stream<Container> containers() {
        return Stream.concat(
                Optional.ofNullable(pod.getSpec().getContainers()).orElse(List.of()).stream(),
                Optional.ofNullable(pod.getSpec().getInitContainers()).orElse(List.of()).stream());
    }

    static boolean limitsGpu(Container container) {
        return container.getResources() != null
                && Optional.ofNullable(container.getResources().getLimits()).orElse(Map.of()).keySet().stream()
                        .anyMatch(name -> name.startsWith(GPU_PREFIX));
    }
}
