package dev.slipway.activities.kubernetes;

import dev.slipway.model.Act;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the pods of a node are part of: pods come and go, and their workload is the job that a person knows. */
public record KubernetesWorkloads(Clusters clusters) {

    /** Safe to repeat: reads only. Namespace, kind and name of each pod's controller, else of the pod itself, by uid. */
    public Map<String, String> of(Act act) {
        ClusterApi api = new ClusterApi(clusters.client(act.node().cluster()));
        List<Pod> pods = api.read(
                "list the pods of node " + act.node().name(),
                () -> api.client()
                        .pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", act.node().name())
                        .list()
                        .getItems());
        return pods.stream()
                .collect(Collectors.toMap(
                        pod -> pod.getMetadata().getUid(),
                        pod -> pod.getMetadata().getNamespace() + "/" + controller(pod),
                        (first, second) -> first));
    }

    private static String controller(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(owner -> owner.getKind() + "/" + owner.getName())
                .findFirst()
                .orElse("Pod/" + pod.getMetadata().getName());
    }
}
