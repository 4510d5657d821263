package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;

/** Names a pod and the node it is bound to; the node is empty for a pod that has none. */
public record PodOnNode(String namespace, String name, String uid, String node, int gpus) {

    static PodOnNode of(ObjectNode pod) {
        return new PodOnNode(
                Kube.namespace(pod), Kube.name(pod), Kube.uid(pod), PodIndex.nodeOf(pod), PodScheduler.gpus(pod));
    }
}
