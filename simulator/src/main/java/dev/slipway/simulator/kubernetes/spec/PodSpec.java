package dev.slipway.simulator.kubernetes.spec;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Describes a pod to create. One that names a node is bound to it and starts there even if the node is cordoned; one
 * that names none is scheduled.
 */
public record PodSpec(
        String namespace, String name, String node, Owner owner, Map<String, String> labels, Behaviour behaviour) {

    /** Names what the pod belongs to; the owner counts it among its replicas and replaces it when it goes. */
    public record Owner(WorkloadKind kind, String name) {}

    /**
     * Defines how the pod behaves, in simulated time.
     * @param graceSeconds the termination grace period that it requests
     * @param endsAfter how long it truly takes to end, at most the grace period
     * @param readyAfter how long after its start it is ready; empty if it never is
     * @param completesAfter when it ends by itself with success, if ever
     */
    public record Behaviour(
            int gpus,
            long graceSeconds,
            Duration endsAfter,
            Optional<Duration> readyAfter,
            Optional<Completion> completesAfter) {}

    /**
     * Defines how long a pod works until it ends by itself: from its start, or from the moment its node is cordoned.
     */
    public record Completion(Duration span, boolean fromCordon) {}

    /** Returns a pod without owner and without GPUs that is ready at once and ends within half a second. */
    public static PodSpec pod(String namespace, String name) {
        Behaviour behaviour =
                new Behaviour(0, 30, Duration.ofMillis(500), Optional.of(Duration.ZERO), Optional.empty());
        return new PodSpec(namespace, name, "", new Owner(WorkloadKind.NONE, ""), Map.of(), behaviour);
    }

    public PodSpec on(String nodeName) {
        return new PodSpec(namespace, name, nodeName, owner, labels, behaviour);
    }

    public PodSpec ownedBy(WorkloadKind kind, String ownerName) {
        return new PodSpec(namespace, name, node, new Owner(kind, ownerName), labels, behaviour);
    }

    public PodSpec withLabel(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(key, value);
        return new PodSpec(namespace, name, node, owner, Map.copyOf(more), behaviour);
    }

    public PodSpec withGpus(int gpus) {
        Behaviour b = behaviour;
        return with(new Behaviour(gpus, b.graceSeconds(), b.endsAfter(), b.readyAfter(), b.completesAfter()));
    }

    /** Returns the pod with this time to end, and a grace period that leaves it just that long. */
    public PodSpec endingAfter(Duration span) {
        Behaviour b = behaviour;
        long grace = Math.max(b.graceSeconds(), span.toSeconds() + 1);
        return with(new Behaviour(b.gpus(), grace, span, b.readyAfter(), b.completesAfter()));
    }

    public PodSpec readyAfter(Duration span) {
        Behaviour b = behaviour;
        return with(new Behaviour(b.gpus(), b.graceSeconds(), b.endsAfter(), Optional.of(span), b.completesAfter()));
    }

    public PodSpec neverReady() {
        Behaviour b = behaviour;
        return with(new Behaviour(b.gpus(), b.graceSeconds(), b.endsAfter(), Optional.empty(), b.completesAfter()));
    }

    public PodSpec completingAfter(Duration span) {
        return completing(new Completion(span, false));
    }

    /** Returns work that is saved and ended when its node is cordoned. */
    public PodSpec completingAfterCordon(Duration span) {
        return completing(new Completion(span, true));
    }

    private PodSpec completing(Completion completion) {
        Behaviour b = behaviour;
        return with(new Behaviour(b.gpus(), b.graceSeconds(), b.endsAfter(), b.readyAfter(), Optional.of(completion)));
    }

    private PodSpec with(Behaviour other) {
        return new PodSpec(namespace, name, node, owner, labels, other);
    }
}
