package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.ClusterConnections;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The control plane of the lab, whose kubelets are played; what a test arranges is settled on return. */
final class RealCluster implements TestCluster {
    private static final String NAMESPACE = "ml";
    private static final int FIVE_SECONDS = 50;

    private final ClusterConnections connections = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final LabApi lab = new LabApi(connections.client("c1"));

    RealCluster() {
        lab.namespace(NAMESPACE);
    }

    @Override
    public KubernetesClient client() {
        return lab.client();
    }

    @Override
    public double speed() {
        return 1;
    }

    @Override
    public void node(String name, Map<String, String> labels) {
        lab.node(name, labels);
    }

    @Override
    public void pod(String node, String name, String owner, Map<String, String> labels) {
        slowPod(node, name, owner, labels, Duration.ZERO);
    }

    @Override
    public void slowPod(String node, String name, String owner, Map<String, String> labels, Duration ready) {
        Map<String, String> marked = new TreeMap<>(labels);
        marked.put("pod", name);
        String owners = owner.equals("Job") ? "[" + job(name) + "]" : "[]";
        String flow = LabApi.json(marked);
        lab.create("pod.yaml", Map.of("name", name, "labels", flow, "owners", owners, "node", node));
        lab.running(NAMESPACE, name);
        if (owner.equals("ReplicaSet")) {
            untilTheControllersKnow(name);
            String seconds = Long.toString(ready.toSeconds());
            lab.create("replica-set.yaml", Map.of("name", name, "labels", flow, "ready", seconds));
            LabApi.await(
                    client().pods().inNamespace(NAMESPACE).withName(name),
                    pod -> !pod.getMetadata().getOwnerReferences().isEmpty());
        }
    }

    /** A controller that does not know the pod yet would start one of its own, and might keep that one. */
    private void untilTheControllersKnow(String pod) {
        budget("knows", 0, Map.of("pod", pod));
        Resource<PodDisruptionBudget> budget = client().policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(NAMESPACE)
                .withName("knows");
        LabApi.await(budget, seen -> seen.getStatus().getExpectedPods() == 1);
        budget.delete();
        LabApi.await(budget, Objects::isNull);
    }

    private String job(String pod) {
        lab.create("job.yaml", Map.of("name", pod));
        String uid = client().batch()
                .v1()
                .jobs()
                .inNamespace(NAMESPACE)
                .withName(pod + "-owner")
                .get()
                .getMetadata()
                .getUid();
        return "{apiVersion: batch/v1, kind: Job, name: %s-owner, uid: %s, controller: true}".formatted(pod, uid);
    }

    @Override
    public void daemonSet(String name) {
        lab.create("daemon-set.yaml", Map.of("name", name));
        LabApi.await(
                client().apps().daemonSets().inNamespace("kube-system").withName(name),
                set -> set.getStatus() != null && Objects.equals(set.getStatus().getNumberAvailable(), 2));
    }

    @Override
    public void budget(String name, int minAvailable, Map<String, String> selector) {
        String least = Integer.toString(minAvailable);
        lab.create("budget.yaml", Map.of("name", name, "minAvailable", least, "labels", LabApi.json(selector)));
        lab.counted(NAMESPACE, name);
    }

    @Override
    public List<String> podsOn(String node) {
        return lab.podsOn(node);
    }

    /** Owners first, so that nothing is started again. */
    @Override
    public void close() {
        client().apps().daemonSets().inNamespace("kube-system").delete();
        client().apps()
                .replicaSets()
                .inNamespace(NAMESPACE)
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        client().batch().v1().jobs().inNamespace(NAMESPACE).delete();
        client().policy().v1().podDisruptionBudget().inNamespace(NAMESPACE).delete();
        AtomicInteger looks = new AtomicInteger();
        Pauses.until("no pod and no owner is left", () -> {
            boolean patient = looks.incrementAndGet() < FIVE_SECONDS;
            List<Pod> left = client().pods().inAnyNamespace().list().getItems();
            left.stream().filter(pod -> !patient || !ends(pod)).forEach(lab::remove);
            return left.isEmpty()
                    && client().apps()
                            .replicaSets()
                            .inNamespace(NAMESPACE)
                            .list()
                            .getItems()
                            .isEmpty();
        });
        client().nodes().delete();
        connections.close();
    }

    /** The played kubelet takes it away a second later, by its name: another pod of that name must not be there by then. */
    private static boolean ends(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null
                && pod.getMetadata().getFinalizers().isEmpty();
    }
}
