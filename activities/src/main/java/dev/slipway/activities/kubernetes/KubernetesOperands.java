package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.port.Operands;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Pauses the operator's pods on nodes of Kubernetes, by labels that are written under the version that was read. */
public final class KubernetesOperands implements Operands {
    private static final int TRIES = 6;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration A_COMPONENT = Duration.ofMinutes(5);

    private final Clusters clusters;
    private final Consumer<Act> guard;
    private final ActivityClock clock;

    /**
     * Takes {@code guard}, which is called directly before a label is moved and throws if the node may not be changed
     * now.
     */
    public KubernetesOperands(Clusters clusters, Consumer<Act> guard, ActivityClock clock) {
        this.clusters = clusters;
        this.guard = guard;
        this.clock = clock;
    }

    @Override
    public Map<String, String> pause(Act act) {
        for (List<String> round : OperandLabels.ROUNDS) {
            Node node = move(act, round);
            Map<String, String> paused = new TreeMap<>(OperandLabels.recorded(node));
            paused.keySet().retainAll(round);
            gone(act, paused);
        }
        return OperandLabels.recorded(api(act).node(act.node().name()));
    }

    private Node move(Act act, List<String> round) {
        guard.accept(act);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Node seen = api(act).node(act.node().name());
            Map<String, String> on = OperandLabels.toPause(seen, round);
            if (on.isEmpty()) {
                return seen;
            }
            Map<String, String> record = new TreeMap<>(OperandLabels.recorded(seen));
            record.putAll(on);
            Map<String, Optional<String>> labels = new HashMap<>();
            on.keySet().forEach(label -> labels.put(label, Optional.of(OperandLabels.PAUSED)));
            write(act, seen, labels, Optional.of(OperandLabels.record(record)));
        }
        throw FailureType.TRANSIENT.of("The labels of " + act.node() + " do not stay paused: something turns them on");
    }

    private void gone(Act act, Map<String, String> paused) {
        Instant end = clock.instant().plus(clock.scaled(A_COMPONENT.multipliedBy(Math.max(1, paused.size()))));
        while (true) {
            List<String> left = pods(act).stream()
                    .filter(pod -> paused.keySet().stream().anyMatch(label -> selects(pod, label)))
                    .map(KubernetesOperands::name)
                    .toList();
            if (left.isEmpty()) {
                return;
            }
            if (clock.passed(end)) {
                throw FailureType.STEP_FAILED.of(
                        "Operands do not leave " + act.node() + ": " + String.join(", ", left));
            }
            clock.pause(BETWEEN_LOOKS, "waits for operands to leave: " + String.join(", ", left));
        }
    }

    @Override
    public List<String> resume(Act act, Map<String, String> recorded) {
        Map<String, String> back = new TreeMap<>();
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Node seen = api(act).node(act.node().name());
            Map<String, String> now = OperandLabels.toResume(seen, recorded);
            if (now.isEmpty() && Marks.annotation(seen, OperandLabels.RECORD).isEmpty()) {
                return unready(act, recorded.isEmpty() ? back : recorded);
            }
            back.putAll(now);
            Map<String, Optional<String>> labels = new HashMap<>();
            now.forEach((label, value) -> labels.put(label, Optional.of(value)));
            write(act, seen, labels, Optional.empty());
        }
        throw FailureType.TRANSIENT.of("Could not write the labels of " + act.node() + " back");
    }

    /** A component that no DaemonSet of the operator runs has no pod to wait for. */
    private List<String> unready(Act act, Map<String, String> back) {
        Instant end = clock.instant().plus(clock.scaled(A_COMPONENT));
        boolean waited = false;
        while (true) {
            List<String> unready = back.keySet().stream()
                    .filter(label -> pods(act).stream().anyMatch(pod -> selects(pod, label) && !ready(pod)))
                    .map(label -> OperandLabels.component(label) + " has no ready pod yet")
                    .toList();
            boolean over = clock.passed(end);
            if (back.isEmpty() || over || (waited && unready.isEmpty())) {
                return unready;
            }
            waited = true;
            clock.pause(BETWEEN_LOOKS, "waits for operands to return: " + String.join(", ", unready));
        }
    }

    /** Returns namespace and name of every pod on the node, by uid. Safe to repeat: reads only. */
    public Map<String, String> podNames(Act act) {
        return pods(act).stream()
                .collect(Collectors.toMap(
                        pod -> pod.getMetadata().getUid(), KubernetesOperands::name, (first, second) -> first));
    }

    private void write(Act act, Node seen, Map<String, Optional<String>> labels, Optional<String> record) {
        ApiAnswer answer = api(act).patchLabels(seen, labels, Map.of(OperandLabels.RECORD, record));
        if (!answer.success() && answer.code() != 409) {
            throw api(act).failure("patch node " + act.node().name(), answer.code(), answer.message());
        }
    }

    private List<Pod> pods(Act act) {
        ClusterApi api = api(act);
        return api.read(
                "list the pods of node " + act.node().name(),
                () -> api.client()
                        .pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", act.node().name())
                        .list()
                        .getItems());
    }

    private static boolean selects(Pod pod, String label) {
        return Optional.ofNullable(pod.getSpec().getNodeSelector())
                .filter(selector -> selector.containsKey(label))
                .isPresent();
    }

    private static boolean ready(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && Optional.ofNullable(pod.getStatus()).map(status -> status.getConditions()).orElse(List.of()).stream()
                        .anyMatch(c ->
                                c.getType().equals("Ready") && c.getStatus().equals("True"));
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private ClusterApi api(Act act) {
        return new ClusterApi(clusters.client(act.node().cluster()));
    }
}
