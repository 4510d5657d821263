package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Trims the objects of a cluster to the fields that a drain needs, so that a worker can hold all pods, and indexes
 * which of them belong together. A changing object is never missing meanwhile, as it may be in the client's own
 * indices.
 */
final class TrimmedStore<V extends HasMetadata> extends BasicItemStore<V> {
    private final UnaryOperator<V> trim;
    private final Function<V, Optional<String>> group;
    private final Map<String, Map<String, V>> groups = new ConcurrentHashMap<>();

    TrimmedStore(UnaryOperator<V> trim, Function<V, Optional<String>> group) {
        super(Cache::metaNamespaceKeyFunc);
        this.trim = trim;
        this.group = group;
    }

    /** Safe beside changes. */
    List<V> of(String name) {
        return List.copyOf(groups.getOrDefault(name, Map.of()).values());
    }

    @Override
    public @Nullable V put(String key, V item) {
        V now = trim.apply(item);
        Optional<String> to = group.apply(now);
        to.ifPresent(name ->
                groups.computeIfAbsent(name, any -> new ConcurrentHashMap<>()).put(key, now));
        V before = super.put(key, now);
        Optional.ofNullable(before)
                .flatMap(group)
                .filter(name -> !to.equals(Optional.of(name)))
                .ifPresent(name -> leave(name, key));
        return before;
    }

    @Override
    public @Nullable V remove(String key) {
        V before = super.remove(key);
        Optional.ofNullable(before).flatMap(group).ifPresent(name -> leave(name, key));
        return before;
    }

    /** The client changes a store from one thread at a time. */
    private void leave(String name, String key) {
        groups.computeIfPresent(name, (any, members) -> {
            members.remove(key);
            return members.isEmpty() ? null : members;
        });
    }

    /** Answers every question of {@link DrainablePod} as {@code pod} does. */
    static Pod pod(Pod pod) {
        ObjectMeta all = pod.getMetadata();
        ObjectMeta kept = meta(all, DrainablePod::asksForAnnotation);
        kept.setLabels(all.getLabels());
        kept.setDeletionTimestamp(all.getDeletionTimestamp());
        kept.setOwnerReferences(orNone(all.getOwnerReferences()).stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(TrimmedStore::owner)
                .toList());
        PodBuilder trimmed = new PodBuilder().withMetadata(kept);
        Optional.ofNullable(pod.getSpec()).map(TrimmedStore::spec).ifPresent(trimmed::withSpec);
        Optional.ofNullable(pod.getStatus()).map(TrimmedStore::status).ifPresent(trimmed::withStatus);
        return trimmed.build();
    }

    private static OwnerReference owner(OwnerReference owner) {
        return new OwnerReferenceBuilder()
                .withKind(owner.getKind())
                .withName(owner.getName())
                .withController(true)
                .build();
    }

    private static PodSpec spec(PodSpec all) {
        PodSpec spec = new PodSpec();
        spec.setNodeName(all.getNodeName());
        spec.setTolerations(orNone(all.getTolerations()));
        spec.setResourceClaims(orNone(all.getResourceClaims()));
        spec.setVolumes(orNone(all.getVolumes()).stream()
                .filter(volume -> volume.getEmptyDir() != null)
                .toList());
        spec.setContainers(onGpus(all.getContainers()));
        spec.setInitContainers(onGpus(all.getInitContainers()));
        return spec;
    }

    private static List<Container> onGpus(@Nullable List<Container> containers) {
        return orNone(containers).stream()
                .filter(DrainablePod::limitsGpu)
                .map(container -> new ContainerBuilder()
                        .withNewResources()
                        .withLimits(container.getResources().getLimits())
                        .endResources()
                        .build())
                .toList();
    }

    private static PodStatus status(PodStatus all) {
        PodStatus status = new PodStatus();
        status.setPhase(all.getPhase());
        status.setConditions(orNone(all.getConditions()).stream()
                .filter(DrainablePod::isReady)
                .toList());
        return status;
    }

    /** Returns whose cordon is on a node, and which object it is. */
    static Node node(Node node) {
        return new NodeBuilder()
                .withMetadata(meta(node.getMetadata(), Marks.OWNER::equals))
                .withNewSpec()
                .withUnschedulable(node.getSpec().getUnschedulable())
                .endSpec()
                .build();
    }

    /** Returns a budget without the notes of those who wrote it. */
    static PodDisruptionBudget budget(PodDisruptionBudget budget) {
        ObjectMeta kept = meta(budget.getMetadata(), name -> false);
        kept.setGeneration(budget.getMetadata().getGeneration());
        return new PodDisruptionBudgetBuilder()
                .withMetadata(kept)
                .withSpec(budget.getSpec())
                .withStatus(budget.getStatus())
                .build();
    }

    private static ObjectMeta meta(ObjectMeta all, Predicate<String> annotations) {
        Map<String, String> kept = new TreeMap<>();
        Optional.ofNullable(all.getAnnotations()).orElse(Map.of()).forEach((name, value) -> {
            if (annotations.test(name)) {
                kept.put(name, value);
            }
        });
        return new ObjectMetaBuilder()
                .withName(all.getName())
                .withNamespace(all.getNamespace())
                .withUid(all.getUid())
                .withResourceVersion(all.getResourceVersion())
                .withAnnotations(kept)
                .build();
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return Optional.ofNullable(list).orElse(List.of());
    }
}
