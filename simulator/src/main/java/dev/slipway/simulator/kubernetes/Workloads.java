package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Templates;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Plays the controllers of ReplicaSets, StatefulSets and Jobs: it brings back pods that went away. */
final class Workloads {
    static final Set<ResourceType> TYPES =
            Set.of(ResourceType.REPLICA_SETS, ResourceType.STATEFUL_SETS, ResourceType.JOBS);

    private final ObjectStore store;
    private final PodIndex pods;

    Workloads(ObjectStore store, PodIndex pods) {
        this.store = store;
        this.pods = pods;
    }

    /** Returns the work key of an owner, such as {@code JOBS ml/train}. */
    static String key(ResourceType type, ObjectNode owner) {
        return type.name() + " " + Kube.key(owner);
    }

    /** Counts one pod more into its owner, which is made from the pod if it is not there yet. */
    ObjectNode adopt(ResourceType type, String name, ObjectNode pod) {
        String field = type == ResourceType.JOBS ? "parallelism" : "replicas";
        String key = Kube.key(Kube.namespace(pod), name);
        if (store.find(type, key).isEmpty()) {
            ObjectNode owner = Kube.object(Kube.namespace(pod), name);
            ObjectNode spec = owner.putObject("spec");
            spec.put(field, 0);
            spec.putObject("selector").set("matchLabels", Kube.labels(pod).deepCopy());
            spec.set("template", Templates.of(pod));
            owner.putObject("status");
            store.create(type, owner);
        }
        store.edit(type, key, owner -> {
            ObjectNode spec = Kube.child(owner, "spec");
            spec.put(field, spec.path(field).asInt(0) + 1);
        });
        return store.get(type, Kube.namespace(pod), name);
    }

    void reconcile(String key) {
        ResourceType type = ResourceType.valueOf(key.substring(0, key.indexOf(' ')));
        store.find(type, key.substring(key.indexOf(' ') + 1)).ifPresent(owner -> {
            if (!Kube.terminating(owner)) {
                reconcile(type, owner);
            }
        });
    }

    private void reconcile(ResourceType type, ObjectNode owner) {
        List<ObjectNode> owned = pods.ownedBy(Kube.uid(owner));
        List<ObjectNode> active = owned.stream().filter(Workloads::active).toList();
        int succeeded = inPhase(owned, "Succeeded");
        int wanted = type == ResourceType.JOBS
                ? owner.path("spec").path("parallelism").asInt(1) - succeeded
                : owner.path("spec").path("replicas").asInt(1);
        if (type == ResourceType.STATEFUL_SETS) {
            fillOrdinals(owner, owned, wanted);
        } else {
            for (int i = active.size(); i < wanted; i++) {
                create(type, owner, Kube.name(owner) + "-" + store.identities().suffix());
            }
        }
        int ready = (int) active.stream().filter(Budgets::healthy).count();
        store.edit(type, Kube.key(owner), next -> writeStatus(type, next, new Tally(wanted, ready, succeeded)));
    }

    private record Tally(int wanted, int ready, int succeeded) {}

    private static void writeStatus(ResourceType type, ObjectNode owner, Tally tally) {
        ObjectNode status = Kube.child(owner, "status");
        if (type == ResourceType.JOBS) {
            status.put("active", Math.max(0, tally.wanted()));
            status.put("succeeded", tally.succeeded()).put("ready", tally.ready());
            return;
        }
        status.put("replicas", tally.wanted()).put("readyReplicas", tally.ready());
        status.put(
                "observedGeneration", owner.path("metadata").path("generation").asLong(1));
    }

    private static boolean active(ObjectNode pod) {
        String phase = pod.path("status").path("phase").asText("");
        return !Kube.terminating(pod) && !phase.equals("Succeeded") && !phase.equals("Failed");
    }

    private static int inPhase(List<ObjectNode> owned, String phase) {
        return (int) owned.stream()
                .filter(pod -> pod.path("status").path("phase").asText().equals(phase))
                .count();
    }

    /** Fills ordinals: a pod of a StatefulSet has a fixed name, so the next one waits until the old one is gone. */
    private void fillOrdinals(ObjectNode owner, List<ObjectNode> owned, int wanted) {
        Set<String> names = owned.stream().map(Kube::name).collect(Collectors.toSet());
        for (int ordinal = 0; names.size() < wanted; ordinal++) {
            String name = Kube.name(owner) + "-" + ordinal;
            if (names.add(name)) {
                create(ResourceType.STATEFUL_SETS, owner, name);
            }
        }
    }

    private void create(ResourceType type, ObjectNode owner, String name) {
        ObjectNode pod = Templates.pod(owner, type, name);
        Admission.prepare(ResourceType.PODS, pod);
        store.create(ResourceType.PODS, pod);
    }
}
