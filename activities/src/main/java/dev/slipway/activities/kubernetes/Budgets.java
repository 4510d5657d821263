package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The budgets of one cluster, watched once for all drains, and a door before each: more than ten evictions in flight
 * under one budget buy nothing and answer with conflicts.
 */
final class Budgets implements ResourceEventHandler<PodDisruptionBudget>, AutoCloseable {
    private static final int IN_FLIGHT = 10;
    private static final Duration FIRST_LIST = Duration.ofSeconds(30);

    private final SharedIndexInformer<PodDisruptionBudget> informer;
    private final Set<Consumer<Budget>> ears = ConcurrentHashMap.newKeySet();
    private final Map<String, Semaphore> doors = new ConcurrentHashMap<>();

    Budgets(KubernetesClient client) {
        informer = new ClusterApi(client)
                .read(
                        "watch the disruption budgets",
                        () -> client.policy()
                                .v1()
                                .podDisruptionBudget()
                                .inAnyNamespace()
                                .runnableInformer(0)
                                .addEventHandler(this));
        try {
            informer.start().toCompletableFuture().get(FIRST_LIST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted while the disruption budgets were listed");
        } catch (ExecutionException | TimeoutException e) {
            informer.close();
            throw FailureType.TRANSIENT.of("Could not list the disruption budgets: " + e);
        }
    }

    /** Who is told of every budget that changed; told no more once it is closed. */
    interface Ear extends AutoCloseable {
        @Override
        void close();
    }

    Ear listen(Consumer<Budget> heard) {
        ears.add(heard);
        return () -> ears.remove(heard);
    }

    @Override
    public void onAdd(PodDisruptionBudget pdb) {
        ears.forEach(ear -> ear.accept(new Budget(pdb)));
    }

    @Override
    public void onUpdate(PodDisruptionBudget before, PodDisruptionBudget now) {
        onAdd(now);
    }

    @Override
    public void onDelete(PodDisruptionBudget last, boolean unknown) {
        onAdd(last);
    }

    List<Budget> covering(Occupant pod) {
        return informer.getStore().list().stream()
                .map(Budget::new)
                .filter(budget -> budget.covers(pod))
                .sorted(Comparator.comparing(Budget::key))
                .toList();
    }

    Semaphore door(Budget budget) {
        return doors.computeIfAbsent(budget.key(), key -> new Semaphore(IN_FLIGHT, true));
    }

    /** Whether the watch still runs: one that ended would show old numbers for ever. */
    boolean alive() {
        return informer.isRunning();
    }

    @Override
    public void close() {
        informer.close();
    }
}
