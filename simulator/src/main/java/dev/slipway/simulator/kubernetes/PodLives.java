package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Containers;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Plays what kubelets do with pods: start, ready, complete, end. Calls hold the state lock. */
final class PodLives {
    /** Is written on a pod to define how it behaves: spans as ISO 8601 durations, in simulated time. */
    static final String PREFIX = "simulated.slipway.dev/";

    static final String READY_AFTER = PREFIX + "ready-after";
    static final String ENDS_AFTER = PREFIX + "ends-after";
    static final String COMPLETES_AFTER = PREFIX + "completes-after";
    static final String LEAVES_AFTER = PREFIX + "leaves-after";
    static final String NEVER = "never";
    private static final Duration START = Duration.ofMillis(100);
    private static final Duration END = Duration.ofMillis(500);

    private final Evictions.Collaborators collaborators;
    private final ObjectStore store;
    private final PodIndex pods;
    private final SimulatedTime time;
    private final Deletions deletions;
    private final FleetChanges news;
    private final Set<String> starting = new HashSet<>();
    private final Set<String> ending = new HashSet<>();
    private final Set<String> leaving = new HashSet<>();
    private final Set<String> missingImages = new HashSet<>();
    private Predicate<String> silent = node -> false;

    PodLives(Evictions.Collaborators collaborators, PodIndex pods, SimulatedTime time, FleetChanges news) {
        this.collaborators = collaborators;
        this.store = collaborators.store();
        this.deletions = collaborators.deletions();
        this.pods = pods;
        this.time = time;
        this.news = news;
    }

    void askSilence(Predicate<String> asked) {
        silent = asked;
    }

    /** Does the next thing for a pod that changed. */
    void advance(ObjectNode pod) {
        String node = PodIndex.nodeOf(pod);
        if (node.isEmpty() || store.find(ResourceType.NODES, node).isEmpty()) {
            return;
        }
        if (Kube.terminating(pod)) {
            if (ending.add(Kube.uid(pod))) {
                later(endsAfter(pod), pod, this::end);
            }
        } else if (phase(pod).equals("Pending") && starting.add(Kube.uid(pod))) {
            later(START, pod, this::start);
        }
    }

    private static String phase(ObjectNode pod) {
        return pod.path("status").path("phase").asText("Pending");
    }

    private static Duration endsAfter(ObjectNode pod) {
        Duration grace = Duration.ofSeconds(
                pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30));
        Duration wanted = span(pod, ENDS_AFTER).orElse(END);
        return wanted.compareTo(grace) < 0 ? wanted : grace;
    }

    private static Optional<Duration> span(ObjectNode pod, String annotation) {
        return Kube.annotation(pod, annotation)
                .filter(text -> !text.equals(NEVER))
                .map(Duration::parse);
    }

    /** A silent kubelet does nothing; it catches up when it is back. */
    private void later(Duration delay, ObjectNode pod, Consumer<ObjectNode> act) {
        time.after(
                delay,
                () -> store.find(ResourceType.PODS, Kube.key(pod))
                        .filter(present -> Kube.uid(present).equals(Kube.uid(pod)))
                        .ifPresent(present -> {
                            if (silent.test(PodIndex.nodeOf(present))) {
                                starting.remove(Kube.uid(pod));
                                ending.remove(Kube.uid(pod));
                            } else {
                                act.accept(present);
                            }
                        }));
    }

    private void start(ObjectNode pod) {
        starting.remove(Kube.uid(pod));
        if (Kube.terminating(pod) || !phase(pod).equals("Pending")) {
            return;
        }
        if (refused(pod) || imageMissing(pod)) {
            return;
        }
        Optional<Duration> readyAfter = span(pod, READY_AFTER);
        boolean never = Kube.annotation(pod, READY_AFTER).filter(NEVER::equals).isPresent();
        write(pod, next -> {
            ObjectNode status = Kube.child(next, "status");
            status.put("phase", "Running");
            status.put("startTime", Kube.time(store.clock().instant()));
            Containers.started(next);
            setReady(next, !never && readyAfter.isEmpty());
        });
        news.started(PodOnNode.of(pod));
        readyAfter.ifPresent(delay -> later(delay, pod, this::becomeReady));
        span(pod, COMPLETES_AFTER).ifPresent(delay -> later(delay, pod, this::complete));
        if (cordoned(PodIndex.nodeOf(pod))) {
            leave(pod);
        }
    }

    private boolean cordoned(String node) {
        return store.find(ResourceType.NODES, node)
                .filter(n -> n.path("spec").path("unschedulable").asBoolean())
                .isPresent();
    }

    /** The node was cordoned: what saves its work and ends then begins to. */
    void cordonedNow(String node) {
        pods.on(node).forEach(this::leave);
    }

    private void leave(ObjectNode pod) {
        span(pod, LEAVES_AFTER)
                .filter(span -> leaving.add(Kube.uid(pod)))
                .ifPresent(delay -> later(delay, pod, this::complete));
    }

    /**
     * Returns whether the kubelet refuses the pod: somebody bound it to a node which does not offer what it requests.
     */
    private boolean refused(ObjectNode pod) {
        int offered = store.find(ResourceType.NODES, PodIndex.nodeOf(pod))
                .map(node -> node.path("status")
                        .path("allocatable")
                        .path(PodScheduler.GPU)
                        .asInt(0))
                .orElse(0);
        boolean batch = pod.path("spec").path("restartPolicy").asText().equals("Never");
        if (!batch || PodScheduler.gpus(pod) <= offered) {
            return false;
        }
        write(
                pod,
                next -> Kube.child(next, "status")
                        .put("phase", "Failed")
                        .put("reason", "OutOf" + PodScheduler.GPU)
                        .put(
                                "message",
                                "Node didn't have enough resource: " + PodScheduler.GPU + ", requested: "
                                        + PodScheduler.gpus(pod) + ", used: 0, capacity: " + offered));
        return true;
    }

    private boolean imageMissing(ObjectNode pod) {
        String image = pod.path("spec").path("containers").path(0).path("image").asText();
        if (!missingImages.contains(image)) {
            return false;
        }
        write(pod, next -> Containers.setWaiting(next, "ImagePullBackOff", "Back-off pulling image \"" + image + "\""));
        return true;
    }

    /** The registry does not have this image. */
    void loseImage(String image) {
        missingImages.add(image);
    }

    /** The containers of a running pod end with that code; a pod that may not restart has ended then. */
    void exit(PodOnNode which, int code) {
        store.find(ResourceType.PODS, Kube.key(which.namespace(), which.name()))
                .filter(pod -> Kube.uid(pod).equals(which.uid()) && phase(pod).equals("Running"))
                .ifPresent(pod -> {
                    write(pod, next -> {
                        Kube.child(next, "status").put("phase", code == 0 ? "Succeeded" : "Failed");
                        Containers.ended(next, code);
                        setReady(next, false);
                    });
                    news.ended(PodOnNode.of(pod));
                });
    }

    private void becomeReady(ObjectNode pod) {
        if (phase(pod).equals("Running") && !Kube.terminating(pod)) {
            write(pod, next -> setReady(next, true));
        }
    }

    private void complete(ObjectNode pod) {
        if (phase(pod).equals("Running")) {
            write(pod, next -> {
                Kube.child(next, "status").put("phase", "Succeeded");
                setReady(next, false);
            });
            news.ended(PodOnNode.of(pod));
        }
    }

    private void end(ObjectNode pod) {
        ending.remove(Kube.uid(pod));
        deletions.finish(pod);
    }

    private void write(ObjectNode pod, Consumer<ObjectNode> edit) {
        store.edit(ResourceType.PODS, Kube.key(pod), edit);
    }

    private void setReady(ObjectNode pod, boolean ready) {
        String status = ready ? "True" : "False";
        String reason = ready ? "" : "ContainersNotReady";
        var now = store.clock().instant();
        Kube.setCondition(pod, new Kube.Condition("Ready", status, reason, ""), now);
        Kube.setCondition(pod, new Kube.Condition("ContainersReady", status, reason, ""), now);
        Containers.ready(pod, ready);
    }

    /** A boot ends all containers: pods that may not restart have failed, the others begin again. */
    void rebooted(String node) {
        for (ObjectNode pod : pods.on(node)) {
            if (!phase(pod).equals("Running")) {
                continue;
            }
            noteLoss(pod);
            news.ended(PodOnNode.of(pod));
            boolean fails = pod.path("spec").path("restartPolicy").asText().equals("Never");
            write(pod, next -> {
                Kube.child(next, "status").put("phase", fails ? "Failed" : "Pending");
                setReady(next, false);
                Containers.restarted(next);
            });
        }
    }

    /** Pods of a DaemonSet belong to the node and end with each boot; all others were lost to it. */
    private void noteLoss(ObjectNode pod) {
        if (!Kube.controller(pod).path("kind").asText("").equals("DaemonSet")) {
            collaborators
                    .log()
                    .add(new EvictionEntry(
                            store.clock().instant(),
                            "reboot",
                            "",
                            PodOnNode.of(pod),
                            0,
                            collaborators.budgets().guard(pod)));
        }
    }

    /** The kubelet speaks again: it goes on where it stopped. */
    void kubeletBack(String node, boolean ready) {
        for (ObjectNode pod : List.copyOf(pods.on(node))) {
            advance(pod);
            boolean never =
                    Kube.annotation(pod, READY_AFTER).filter(NEVER::equals).isPresent();
            if (ready && !never && phase(pod).equals("Running") && !Budgets.healthy(pod)) {
                later(START, pod, this::becomeReady);
            }
        }
    }
}
