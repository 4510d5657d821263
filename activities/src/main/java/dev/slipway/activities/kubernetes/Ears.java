package dev.slipway.activities.kubernetes;

import dev.slipway.activities.spi.Standing;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Lists the listeners to the watch of a cluster, and which of its changes matter to them. */
final class Ears {
    private final Map<String, Set<Ear>> ears = new ConcurrentHashMap<>();

    /** Receives what changes on one node, and every budget that changed. */
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

    /** Adds a listener for what happens from now on. */
    Listening listen(String node, Ear ear) {
        ears.computeIfAbsent(node, name -> ConcurrentHashMap.newKeySet()).add(ear);
        return () -> ears.computeIfPresent(node, (name, of) -> {
            of.remove(ear);
            return of.isEmpty() ? null : of;
        });
    }

    void podChanged(Optional<Pod> before, Optional<Pod> now) {
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

    void nodeChanged(Optional<Node> before, Optional<Node> now) {
        String name = now.or(() -> before).orElseThrow().getMetadata().getName();
        if (!Objects.equals(
                before.map(Trimmed::node).map(Standing::of),
                now.map(Trimmed::node).map(Standing::of))) {
            tell(name, Ear::nodeChanged);
        }
    }

    /** Lists what a drain reads of a node. */
    private record Standing(String uid, boolean schedulable, Optional<String> owner) {
        static Standing of(Node node) {
            return new Standing(
                    node.getMetadata().getUid(), Marks.schedulable(node), Marks.annotation(node, Marks.OWNER));
        }
    }

    void budgetChanged(Optional<PodDisruptionBudget> before, Optional<PodDisruptionBudget> now) {
        Budget budget = new Budget(now.or(() -> before).orElseThrow());
        ears.values().forEach(of -> of.forEach(ear -> ear.budgetChanged(budget)));
    }

    private void tell(String node, Consumer<Ear> what) {
        ears.getOrDefault(node, Set.of()).forEach(what);
    }

    /** Compares one object before and now. */
    interface Change<T> {
        void from(Optional<T> before, Optional<T> now);
    }

    record Heard<T>(Change<T> change) implements ResourceEventHandler<T> {
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
