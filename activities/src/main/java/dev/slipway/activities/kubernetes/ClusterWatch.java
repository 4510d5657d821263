package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.ClusterRights;
import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Lists the pods, budgets and nodes of one cluster once and watches them for all drains of this worker. What it shows
 * may be late: it shows when to check and which pods to evict, and proves nothing.
 */
final class ClusterWatch implements AutoCloseable {
    private static final String PODS = "watch the pods";
    private static final String BUDGETS = "watch the disruption budgets";
    private static final String NODES = "watch the nodes";
    private static final long PAGE = 500;
    private static final Duration FIRST_LISTS = Duration.ofMinutes(5);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

    private final ClusterApi api;
    private final TrimmedStore<Pod> podsByNode = new TrimmedStore<>(TrimmedStore::pod, ClusterWatch::nodeOf);
    private final TrimmedStore<PodDisruptionBudget> budgetsByNamespace = new TrimmedStore<>(
            TrimmedStore::budget, budget -> Optional.of(budget.getMetadata().getNamespace()));
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<PodDisruptionBudget> budgets;
    private final SharedIndexInformer<Node> nodes;
    private final WatchListeners listeners = new WatchListeners();
    private final Map<String, CompletableFuture<Void>> lists = new LinkedHashMap<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final long began = System.nanoTime();

    /** Begins to list; {@link #ready} returns when that is done. */
    ClusterWatch(ClusterApi api) {
        this.api = api;
        KubernetesClient client = api.client();
        pods = informer(client.pods().inAnyNamespace(), podsByNode)
                .addEventHandler(new WatchListeners.Heard<>(listeners::podChanged));
        budgets = informer(client.policy().v1().podDisruptionBudget().inAnyNamespace(), budgetsByNamespace)
                .addEventHandler(new WatchListeners.Heard<>(listeners::budgetChanged));
        nodes = informer(client.nodes(), new TrimmedStore<>(TrimmedStore::node, node -> Optional.empty()))
                .addEventHandler(new WatchListeners.Heard<>(listeners::nodeChanged));
        lists.put(PODS, begin(pods));
        lists.put(BUDGETS, begin(budgets));
        lists.put(NODES, begin(nodes));
    }

    /** Lists in pages. A lost watch is restarted however often that fails. */
    private static <T extends HasMetadata> SharedIndexInformer<T> informer(Informable<T> all, TrimmedStore<T> kept) {
        return all.withLimit(PAGE)
                .runnableInformer(0)
                .removeNamespaceIndex()
                .itemStore(kept)
                .exceptionHandler((started, cause) -> started && !ExceptionHandler.isDeserializationException(cause));
    }

    private static Optional<KubernetesClientException> answer(Throwable failed) {
        Optional<KubernetesClientException> found = Optional.empty();
        for (Throwable cause = failed; cause != null && found.isEmpty(); cause = cause.getCause()) {
            found = Optional.of(cause)
                    .filter(KubernetesClientException.class::isInstance)
                    .map(KubernetesClientException.class::cast)
                    .filter(answer -> answer.getCode() > 0);
        }
        return found;
    }

    private static CompletableFuture<Void> begin(SharedIndexInformer<?> informer) {
        return informer.start().toCompletableFuture();
    }

    /**
     * Safe to repeat: returns when everything was listed in full, and runs {@code alive} meanwhile. Fails as a read of
     * the API does, and names what could not be listed or watched.
     */
    void ready(Runnable alive) {
        long end = System.nanoTime() + FIRST_LISTS.toNanos();
        for (Map.Entry<String, CompletableFuture<Void>> list : lists.entrySet()) {
            while (!done(list.getKey(), list.getValue())) {
                alive.run();
                if (System.nanoTime() > end) {
                    throw FailureType.TRANSIENT.of(
                            "Could not " + list.getKey() + ": not listed within " + Durations.words(FIRST_LISTS));
                }
            }
        }
    }

    private boolean done(String doing, CompletableFuture<Void> list) {
        try {
            list.get(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException slow) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted before it could " + doing);
        } catch (ExecutionException e) {
            throw failure(doing, e.getCause() == null ? e : e.getCause());
        }
    }

    private ApplicationFailure failure(String doing, Throwable failed) {
        return answer(failed)
                .map(answer -> api.failure(doing, answer))
                .orElseGet(() -> api.failure(doing, 0, Causes.words(failed)));
    }

    /**
     * Fails if a part of the watch has ended permanently, or may not begin: the client retries that silently, so one
     * request to the cluster checks it when nothing was heard for {@code quiet}. A server that has just started refuses
     * every right for a moment, and is not believed.
     */
    void mustGoOn(Duration quiet) {
        if (failed()) {
            throw FailureType.TRANSIENT.of("The watch of the cluster has ended; a new one starts");
        }
        boolean heard = all().allMatch(SharedIndexInformer::isWatching);
        if (heard || System.nanoTime() - began < quiet.toNanos() || asked.get() || !api.ready()) {
            return;
        }
        for (ClusterRights.Right right : ClusterRights.NEEDED) {
            if (right.verb().equals("watch")
                    && !api.read("ask for our rights", () -> ClusterRights.allowed(api.client(), right, ""))) {
                throw api.failure(right.toString(), 403, "our account may not do so in the whole cluster");
            }
        }
        asked.set(true);
    }

    /** Returns whether none of it could begin, or one has ended permanently: such a watch is discarded. */
    boolean failed() {
        return lists.values().stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                || !all().allMatch(SharedIndexInformer::isRunning);
    }

    private Stream<SharedIndexInformer<?>> all() {
        return Stream.of(pods, budgets, nodes);
    }

    /** Returns the listeners for changes on one node. */
    WatchListeners listeners() {
        return listeners;
    }

    /** Returns the pods that occupy a node, as far as this watch has heard. */
    List<DrainablePod> podsOn(String node) {
        return podsByNode.of(node).stream()
                .map(DrainablePod::new)
                .filter(DrainablePod::occupies)
                .toList();
    }

    /**
     * Returns what each pod on a node is part of, by uid, as far as this watch has heard; including those that have
     * ended.
     */
    Map<String, String> workloadsOn(String node) {
        return KubernetesWorkloads.named(podsByNode.of(node));
    }

    List<Budget> covering(DrainablePod pod) {
        return budgetsByNamespace.of(pod.namespace()).stream()
                .map(Budget::new)
                .filter(budget -> budget.covers(pod))
                .sorted(Comparator.comparing(Budget::key))
                .toList();
    }

    /** Returns whether this watch shows the node as taken out of service by {@code token}. */
    boolean cordonedBy(String token, String node) {
        return Optional.ofNullable(nodes.getStore().getByKey(node))
                .filter(seen -> !Marks.schedulable(seen))
                .flatMap(seen -> Marks.annotation(seen, Marks.OWNER))
                .filter(token::equals)
                .isPresent();
    }

    static Optional<String> nodeOf(Pod pod) {
        return Optional.ofNullable(pod.getSpec()).map(spec -> spec.getNodeName());
    }

    @Override
    public void close() {
        all().forEach(SharedIndexInformer::close);
    }
}
