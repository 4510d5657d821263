package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.model.node.NodeRef;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the workloads of a node's pods: pods come and go, and their workload is the job that a person knows. */
public record KubernetesWorkloads(Clusters clusters) {

    /**
     * Safe to repeat: reads only. Returns namespace, kind and name of each pod's controller, else of the pod itself, by
     * uid.
     */
    public Map<String, String> of(NodeRef node) {
        ClusterApi api = new ClusterApi(clusters.client(node.cluster()));
        return named(api.read(
                "list the pods of node " + node.name(),
                () -> api.client()
                        .pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", node.name())
                        .list()
                        .getItems()));
    }

    static Map<String, String> named(List<Pod> pods) {
        return pods.stream()
                .map(DrainablePod::new)
                .collect(Collectors.toMap(DrainablePod::uid, DrainablePod::workload, (first, second) -> first));
    }
}
