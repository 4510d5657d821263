package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.Situation.State;
import dev.slipway.activities.kubernetes.Situation.Thing;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A node and a namespace of the same name, in which one situation is arranged for one drainer. */
final class Site {
    static final String BUDGET = "p";

    private final LabApi lab;
    private final String name;
    private final Situation situation;
    private final Ending ending;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final Map<String, String> before = new HashMap<>();
    private Duration arranged = Duration.ZERO;

    Site(KubernetesClient client, String name, Situation situation, Ending ending) {
        this.lab = new LabApi(client);
        this.name = name;
        this.situation = situation;
        this.ending = ending;
    }

    /** A drain that waits in vain has several times as long as it took to arrange its pods, on a slow machine. */
    Duration within() {
        Duration least = situation.within(ending);
        Duration slow = arranged.multipliedBy(4);
        return least.compareTo(slow) > 0 ? least : slow;
    }

    String name() {
        return name;
    }

    /** In whose place the drain is done; empty: with every right. */
    Optional<String> account() {
        return situation.meanwhile().weak() ? Optional.of(name) : Optional.empty();
    }

    LabApi lab() {
        return lab;
    }

    KubernetesClient client() {
        return lab.client();
    }

    /** The node, and what works on it. */
    void work() {
        long began = System.nanoTime();
        lab.namespace(name);
        addNode();
        situation.make().stream().filter(thing -> !thing.budget()).forEach(this::work);
        arranged = Duration.ofNanos(System.nanoTime() - began);
    }

    /** The budgets, counted unless nobody counts; the drain may begin. */
    void budgets() {
        situation.make().stream().filter(Thing::budget).forEach(this::budget);
        pods().forEach(pod -> before.put(pod.getMetadata().getUid(), label(pod)));
    }

    void addNode() {
        lab.node(name, Map.of("site", name));
    }

    private void work(Thing thing) {
        lab.create(new Workload(thing, name).manifest());
        int wanted = thing.replicas();
        lab.client()
                .pods()
                .inNamespace(name)
                .withLabel("pod", thing.name())
                .informOnCondition(seen -> seen.stream()
                                .filter(pod -> thing.pending() ? bound(pod) : LabApi.ready(pod))
                                .count()
                        == wanted)
                .orTimeout(5, TimeUnit.MINUTES)
                .join();
        if (!thing.status().isEmpty()) {
            podsOf(thing.name()).forEach(pod -> overwrite(pod, thing.status()));
        }
    }

    private void overwrite(Pod pod, Map<String, Object> status) {
        client().pods()
                .resource(pod)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), LabApi.json(Map.of("status", status)));
    }

    private void budget(Thing thing) {
        lab.create(new Workload(thing, name).manifest());
        if (situation.meanwhile().counts()) {
            lab.counted(name, thing.name());
            Object healthy = thing.status().get("currentHealthy");
            LabApi.await(
                    client().policy()
                            .v1()
                            .podDisruptionBudget()
                            .inNamespace(name)
                            .withName(thing.name()),
                    budget ->
                            healthy == null || Objects.equals(budget.getStatus().getCurrentHealthy(), healthy));
        }
    }

    /** The outcome once it is the expected one, for what the drain began may end after it; else as it stands at last. */
    Map<String, List<State>> settled() {
        Pauses.within(60, () -> outcome().equals(ending.pods()));
        return outcome();
    }

    /** What became of the pods that were on the node, and those that are new on it; by the label {@code pod}, sorted. */
    private Map<String, List<State>> outcome() {
        Map<String, Pod> now = new HashMap<>();
        pods().forEach(pod -> now.put(pod.getMetadata().getUid(), pod));
        Map<String, List<State>> found = new TreeMap<>();
        before.forEach((uid, label) -> found.computeIfAbsent(label, key -> new ArrayList<>())
                .add(now.containsKey(uid) ? state(now.get(uid)) : State.gone));
        now.forEach((uid, pod) -> {
            if (!before.containsKey(uid)) {
                found.computeIfAbsent(label(pod), key -> new ArrayList<>()).add(State.again);
            }
        });
        found.values().forEach(states -> states.sort(null));
        return found;
    }

    private static State state(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null ? State.stays : State.ends;
    }

    List<Pod> pods() {
        return client().pods()
                .inNamespace(name)
                .withField("spec.nodeName", name)
                .list()
                .getItems();
    }

    private List<Pod> podsOf(String thing) {
        return client().pods().inNamespace(name).withLabel("pod", thing).list().getItems();
    }

    private static boolean bound(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }

    private static String label(Pod pod) {
        return pod.getMetadata().getLabels().getOrDefault("pod", "?");
    }

    /** The drain waits for something, or has ended. */
    void waits() {
        waiting.countDown();
    }

    void awaitWaiting() {
        try {
            if (!waiting.await(5, TimeUnit.MINUTES)) {
                throw new AssertionError("The drain of " + name + " neither waits nor ends");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted before " + name + " was drained", e);
        }
    }

    void giveRoom() {
        client().policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(name)
                .withName(BUDGET)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"minAvailable\": 0}}");
    }

    /** Leaves nothing that keeps the cluster busy; the namespace's own end is not waited for. */
    void clear() {
        client().nodes().withName(name).delete();
        client().apps().deployments().inNamespace(name).delete();
        client().apps().statefulSets().inNamespace(name).delete();
        client().apps().daemonSets().inNamespace(name).delete();
        client().batch().v1().jobs().inNamespace(name).delete();
        client().namespaces().withName(name).delete();
        for (Pod pod : client().pods().inNamespace(name).list().getItems()) {
            Resource<Pod> there = client().pods().resource(pod);
            if (!pod.getMetadata().getFinalizers().isEmpty()) {
                there.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"finalizers\": null}}");
            }
            there.withGracePeriod(0).delete();
        }
    }
}
