package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The pods, budgets and nodes of one cluster, listed once and watched for all drains of this worker. What it shows may be
 * late: it says when to look and whom to ask to leave, and proves nothing.
 */
final class ClusterWatch implements AutoCloseable {
    private static final String PODS = "watch the pods";
    private static final String BUDGETS = "watch the disruption budgets";
    private static final String NODES = "watch the nodes";
    private static final long PAGE = 500;
    private static final Duration FIRST_LISTS = Duration.ofMinutes(5);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

    private final ClusterApi api;
    private final Trimmed<Pod> podsByNode = new Trimmed<>(Trimmed::pod, ClusterWatch::nodeOf);
    private final Trimmed<PodDisruptionBudget> budgetsByNamespace = new Trimmed<>(
            Trimmed::budget, budget -> Optional.of(budget.getMetadata().getNamespace()));
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<PodDisruptionBudget> budgets;
    private final SharedIndexInformer<Node> nodes;
    private final Map<String, Set<Ear>> ears = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> lists = new LinkedHashMap<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final long began = System.nanoTime();

    /** Who is told of what changes on one node, and of every budget that changed. */
    interface Ear {
        void podLeft();

        void nodeChanged();

        void budgetChanged(Budget budget);
    }

    /** Told no more once it is closed. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Begins to list; {@link #ready} says when that is done. */
    ClusterWatch(ClusterApi api) {
        this.api = api;
        KubernetesClient client = api.client();
        pods = informer(client.pods().inAnyNamespace(), podsByNode).addEventHandler(new Heard<>(this::podChanged));
        budgets = informer(client.policy().v1().podDisruptionBudget().inAnyNamespace(), budgetsByNamespace)
                .addEventHandler(new Heard<>(
                        (before, now) -> budgetChanged(now.or(() -> before).orElseThrow())));
        nodes = informer(client.nodes(), new Trimmed<>(Trimmed::node, node -> Optional.empty()))
                .addEventHandler(new Heard<>(this::nodeChanged));
        lists.put(PODS, begin(pods));
        lists.put(BUDGETS, begin(budgets));
        lists.put(NODES, begin(nodes));
    }

    /** In pages. A watch that was lost is begun again however often that fails. */
    private static <T extends HasMetadata> SharedIndexInformer<T> informer(Informable<T> all, Trimmed<T> kept) {
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
     * Safe to repeat: returns when everything was listed in full, and runs {@code alive} meanwhile. Fails as a read of the
     * API does, and names what could not be listed or watched.
     */
    void ready(Runnable alive) {
        long end = System.nanoTime() + FIRST_LISTS.toNanos();
        for (Map.Entry<String, CompletableFuture<Void>> list : lists.entrySet()) {
            while (!done(list.getKey(), list.getValue())) {
                alive.run();
                if (System.nanoTime() > end) {
                    throw FailureType.TRANSIENT.of(
                            "Could not " + list.getKey() + ": not listed within " + FIRST_LISTS.toMinutes() + " min");
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
                .orElseGet(() -> FailureType.TRANSIENT.of("Could not " + doing + ": " + failed));
    }

    /**
     * Fails where a part of the watch has ended for good, or may not be begun: the client tries that again and again and says
     * nothing, so the cluster is asked once, when nothing was heard for {@code quiet}. A server that has just been started
     * refuses every right for a moment, and is not believed.
     */
    void mustGoOn(Duration quiet) {
        if (failed()) {
            throw FailureType.TRANSIENT.of("The watch of the cluster has ended and is begun anew");
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

    /** Whether none of it could begin, or one has ended for good: such a watch is thrown away. */
    boolean failed() {
        return lists.values().stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                || !all().allMatch(SharedIndexInformer::isRunning);
    }

    private Stream<SharedIndexInformer<?>> all() {
        return Stream.of(pods, budgets, nodes);
    }

    Listening listen(String node, Ear ear) {
        ears.computeIfAbsent(node, name -> ConcurrentHashMap.newKeySet()).add(ear);
        return () -> ears.computeIfPresent(node, (name, of) -> {
            of.remove(ear);
            return of.isEmpty() ? null : of;
        });
    }

    /** The pods that occupy a node, as far as this watch has heard. */
    List<Occupant> podsOn(String node) {
        return podsByNode.of(node).stream()
                .map(Occupant::new)
                .filter(Occupant::occupies)
                .toList();
    }

    /** What each pod on a node is part of, by uid, as far as this watch has heard; also of those that have ended. */
    Map<String, String> workloadsOn(String node) {
        return KubernetesWorkloads.named(podsByNode.of(node));
    }

    List<Budget> covering(Occupant pod) {
        return budgetsByNamespace.of(pod.namespace()).stream()
                .map(Budget::new)
                .filter(budget -> budget.covers(pod))
                .sorted(Comparator.comparing(Budget::key))
                .toList();
    }

    /** Whether this watch shows the node as taken out of service by {@code token}. */
    boolean cordonedBy(String token, String node) {
        return Optional.ofNullable(nodes.getStore().getByKey(node))
                .filter(seen -> !Marks.schedulable(seen))
                .flatMap(seen -> Marks.annotation(seen, Marks.OWNER))
                .filter(token::equals)
                .isPresent();
    }

    private static Optional<String> nodeOf(Pod pod) {
        return Optional.ofNullable(pod.getSpec()).map(spec -> spec.getNodeName());
    }

    private void podChanged(Optional<Pod> before, Optional<Pod> now) {
        Optional<Occupant> was = before.map(Occupant::new).filter(Occupant::occupies);
        boolean still = was.isPresent()
                && now.map(Occupant::new)
                        .filter(Occupant::occupies)
                        .filter(pod -> pod.uid().equals(was.get().uid()))
                        .isPresent();
        if (was.isPresent() && !still) {
            before.flatMap(ClusterWatch::nodeOf).ifPresent(node -> tell(node, Ear::podLeft));
        }
    }

    private void nodeChanged(Optional<Node> before, Optional<Node> now) {
        String name = now.or(() -> before).orElseThrow().getMetadata().getName();
        if (!Objects.equals(
                before.map(Trimmed::node).map(Standing::of),
                now.map(Trimmed::node).map(Standing::of))) {
            tell(name, Ear::nodeChanged);
        }
    }

    /** What a drain looks at of a node. */
    private record Standing(String uid, boolean schedulable, Optional<String> owner) {
        static Standing of(Node node) {
            return new Standing(
                    node.getMetadata().getUid(), Marks.schedulable(node), Marks.annotation(node, Marks.OWNER));
        }
    }

    private void budgetChanged(PodDisruptionBudget pdb) {
        Budget budget = new Budget(pdb);
        ears.values().forEach(of -> of.forEach(ear -> ear.budgetChanged(budget)));
    }

    private void tell(String node, Consumer<Ear> what) {
        ears.getOrDefault(node, Set.of()).forEach(what);
    }

    @Override
    public void close() {
        all().forEach(SharedIndexInformer::close);
    }

    /** What was there before and what is there now, of one object. */
    private interface Change<T> {
        void from(Optional<T> before, Optional<T> now);
    }

    private record Heard<T>(Change<T> change) implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T now) {
            change.from(Optional.empty(), Optional.of(now));
        }

        @Override
        public void onUpdate(T before, T now) {
            change.from(Optional.of(before), Optional.of(now));
        }

        @Override
        public void onDelete(T last, boolean unknown) {
            change.from(Optional.of(last), Optional.empty());
        }
    }
}
