package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The budgets of one cluster, watched once for all drains, and a door before each: more than ten evictions in flight
 * under one budget buy nothing and answer with conflicts.
 */
final class Budgets implements AutoCloseable {
    private static final int IN_FLIGHT = 10;

    private final SharedIndexInformer<PodDisruptionBudget> informer;
    private final Map<String, Semaphore> doors = new ConcurrentHashMap<>();

    Budgets(KubernetesClient client) {
        informer = ClusterApi.read(
                "watch the disruption budgets",
                () -> client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inAnyNamespace()
                        .inform());
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
