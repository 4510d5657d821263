package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Templates;
import java.util.List;

/** Plays the DaemonSet controller: one pod of each set on each node its selector takes, none elsewhere. */
final class DaemonSets {
    private final ObjectStore store;
    private final PodIndex pods;
    private final Deletions deletions;

    DaemonSets(ObjectStore store, PodIndex pods, Deletions deletions) {
        this.store = store;
        this.pods = pods;
        this.deletions = deletions;
    }

    void reconcile(String nodeName) {
        store.find(ResourceType.NODES, nodeName)
                .ifPresent(
                        node -> List.copyOf(store.all(ResourceType.DAEMON_SETS).values())
                                .forEach(set -> reconcile(set, node)));
    }

    private void reconcile(ObjectNode set, ObjectNode node) {
        JsonNode template = set.path("spec").path("template");
        boolean wanted = PodScheduler.selects(template.path("spec").path("nodeSelector"), node);
        List<ObjectNode> present = pods.on(Kube.name(node)).stream()
                .filter(pod -> Kube.controller(pod).path("uid").asText().equals(Kube.uid(set)))
                .toList();
        if (wanted && present.isEmpty()) {
            create(set, Kube.name(node));
        }
        if (!wanted) {
            present.stream()
                    .filter(pod -> !Kube.terminating(pod))
                    .forEach(pod -> deletions.delete(ResourceType.PODS, pod, Deletions.Options.none()));
        }
    }

    private void create(ObjectNode set, String nodeName) {
        String name = Kube.name(set) + "-" + store.identities().suffix();
        ObjectNode pod = Templates.pod(set, ResourceType.DAEMON_SETS, name);
        ObjectNode spec = Kube.child(pod, "spec");
        spec.put("nodeName", nodeName);
        for (String taint : List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE)) {
            tolerate(spec, taint, "NoExecute");
        }
        tolerate(spec, NodeTaints.UNSCHEDULABLE, "NoSchedule");
        Admission.prepare(ResourceType.PODS, pod);
        store.create(ResourceType.PODS, pod);
    }

    private static void tolerate(ObjectNode spec, String taint, String effect) {
        Kube.list(spec, "tolerations")
                .addObject()
                .put("key", taint)
                .put("operator", "Exists")
                .put("effect", effect);
    }
}
