package dev.slipway.activities.kubernetes;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One node that is to be drained, and how that ends with kubectl and with us. {@code ours} is that of kubectl where
 * nothing else is written; {@code says} is what our refusal must name. {@code waits}: the seconds after which a drain is
 * ended that waits in vain; one that is to get to its end has as long as a slow machine may need.
 */
record Situation(
        String id, int waits, List<Thing> make, Meanwhile meanwhile, Ending kubectl, Ending ours, List<String> says) {

    private static final Duration LONG = Duration.ofMinutes(2);

    Situation {
        waits = waits == 0 ? 12 : waits;
        make = Objects.requireNonNullElse(make, List.of());
        meanwhile = Objects.requireNonNullElse(meanwhile, Meanwhile.NOTHING);
        ours = Objects.requireNonNullElse(ours, kubectl);
        says = Objects.requireNonNullElse(says, List.of());
    }

    /** Whether the drain said that the node is empty, and for each label {@code pod} the states of its pods, in order. */
    record Ending(boolean done, Map<String, List<State>> pods) {}

    /** Where a pod is after the drain: {@code again} is one on the node that was not there before. */
    enum State {
        again,
        ends,
        gone,
        stays
    }

    /**
     * Something in the namespace. Its pods carry the label {@code pod} with its name, and are Ready on the node before the
     * drain begins, or {@code pending} there; {@code status} is then written over theirs.
     */
    record Thing(
            String kind,
            String name,
            int replicas,
            boolean pending,
            Map<String, Object> metadata,
            Map<String, Object> spec,
            Map<String, Object> status) {

        Thing {
            replicas = Math.max(1, replicas);
            metadata = Objects.requireNonNullElse(metadata, Map.of());
            spec = Objects.requireNonNullElse(spec, Map.of());
            status = Objects.requireNonNullElse(status, Map.of());
        }

        boolean budget() {
            return kind.equals("PodDisruptionBudget");
        }
    }

    /** How long the drain has that is to end so. */
    Duration within(Ending ending) {
        return ending.done() ? LONG : Duration.ofSeconds(waits);
    }

    /** Whether we deliberately end otherwise. */
    boolean differs() {
        return !ours.equals(kubectl);
    }

    @Override
    public String toString() {
        return id;
    }

    static List<Situation> all() {
        try (InputStream in = Situation.class.getResourceAsStream("situations.yaml")) {
            return new KubernetesSerialization()
                    .unmarshal(Objects.requireNonNull(in, "situations.yaml"), new TypeReference<List<Situation>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
