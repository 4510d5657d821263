package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Lists the listeners to the watch of a cluster, and which of its changes matter to them. */
final class WatchListeners {
    private final Map<String, Set<Listener>> listeners = new ConcurrentHashMap<>();

    /** Receives what changes on one node, and every budget that changed. */
    interface Listener { // seam: the watch of a cluster knows no drain
        void podLeft();

        void nodeChanged();

        void budgetChanged(Budget budget);
    }

    /** Told no more once it is closed. */
    interface Listening extends AutoCloseable { // seam: closes without a checked exception
        @Override
        void close();
    }

    /** Adds a listener for what happens from now on. */
    Listening listen(String node, Listener listener) {
        listeners.computeIfAbsent(node, name -> ConcurrentHashMap.newKeySet()).add(listener);
        return () -> listeners.computeIfPresent(node, (name, of) -> {
            of.remove(listener);
            return of.isEmpty() ? null : of;
        });
    }

    void podChanged(Optional<Pod> before, Optional<Pod> now) {
        Optional<DrainablePod> was = before.map(DrainablePod::new).filter(DrainablePod::occupies);
        boolean still = was.isPresent()
                && now.map(DrainablePod::new)
                        .filter(DrainablePod::occupies)
                        .filter(pod -> pod.uid().equals(was.get().uid()))
                        .isPresent();
        if (was.isPresent() && !still) {
            before.flatMap(ClusterWatch::nodeOf).ifPresent(node -> tell(node, Listener::podLeft));
        }
    }

    void nodeChanged(Optional<Node> before, Optional<Node> now) {
        String name = now.or(() -> before).orElseThrow().getMetadata().getName();
        if (!Objects.equals(
                before.map(TrimmedStore::node).map(Registered::of),
                now.map(TrimmedStore::node).map(Registered::of))) {
            tell(name, Listener::nodeChanged);
        }
    }

    /** Lists what a drain reads of a node. */
    private record Registered(String uid, boolean schedulable, Optional<String> owner) {
        static Registered of(Node node) {
            return new Registered(
                    node.getMetadata().getUid(), Marks.schedulable(node), Marks.annotation(node, Marks.OWNER));
        }
    }

    void budgetChanged(Optional<PodDisruptionBudget> before, Optional<PodDisruptionBudget> now) {
        Budget budget = new Budget(now.or(() -> before).orElseThrow());
        listeners.values().forEach(of -> of.forEach(listener -> listener.budgetChanged(budget)));
    }

    private void tell(String node, Consumer<Listener> what) {
        listeners.getOrDefault(node, Set.of()).forEach(what);
    }

    /** Compares one object before and now. */
    record Heard<T>(BiConsumer<Optional<T>, Optional<T>> change) implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T now) {
            change.accept(Optional.empty(), Optional.of(now));
        }

        @Override
        public void onUpdate(T before, T now) {
            change.accept(Optional.of(before), Optional.of(now));
        }

        @Override
        public void onDelete(T last, boolean unknown) {
            change.accept(Optional.of(last), Optional.empty());
        }
    }
}
