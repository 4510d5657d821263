package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is thrown away of an object is nothing that a drain asks for. */
class TrimmedStoreTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private static Pod pod(String metadata, String spec, String phase, boolean ready) {
        String text = """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: train-7
                  namespace: ml
                  uid: u-1
                  resourceVersion: "7"
                  %s
                spec:
                  nodeName: gpu-001
                  %s
                status: {phase: %s, podIP: 10.0.0.7, conditions: [{type: Initialized, status: "True"}, {type: Ready, status: "%s"}]}
                """.formatted(metadata, spec, phase, ready ? "True" : "False");
        return YAML.unmarshal(text, Pod.class);
    }

    static Stream<Pod> pods() {
        String job =
                "labels: {app: train}\n  ownerReferences: [{kind: Job, name: train, uid: j, apiVersion: batch/v1, controller: true}, {kind: Node, name: n, uid: n, apiVersion: v1}]";
        String daemon = "ownerReferences: [{kind: DaemonSet, name: d, uid: d, apiVersion: apps/v1, controller: true}]";
        String gpu =
                "containers: [{name: a, image: x}, {name: b, image: y, resources: {limits: {nvidia.com/gpu: '8', cpu: '4'}}}]";
        String cpu = "containers: [{name: a, image: x, resources: {limits: {cpu: '4'}}}]";
        return Stream.of(
                pod(job, gpu, "Running", true),
                pod(job, gpu, "Succeeded", false),
                pod(daemon, gpu, "Running", true),
                pod(daemon, cpu, "Running", true),
                pod(
                        daemon,
                        "initContainers: [{name: i, resources: {limits: {nvidia.com/gpu: '1'}}}]",
                        "Pending",
                        false),
                pod(daemon, "resourceClaims: [{name: g, resourceClaimName: h}]", "Running", true),
                pod("annotations: {kubernetes.io/config.mirror: x, other: y}", cpu, "Running", true),
                pod("annotations: {cluster-autoscaler.kubernetes.io/safe-to-evict: 'false'}", cpu, "Running", false),
                pod(job + "\n  deletionTimestamp: '2026-01-01T00:00:00Z'", cpu, "Running", true),
                pod(
                        job,
                        cpu + "\n  volumes: [{name: v, emptyDir: {}}, {name: w, configMap: {name: c}}]",
                        "Running",
                        true),
                pod(job, cpu + "\n  volumes: [{name: v, emptyDir: {medium: Memory}}]", "Running", true),
                pod(job, cpu + "\n  tolerations: [{operator: Exists}]", "Running", true),
                pod("labels: {slipway.dev/run: r, slipway.dev/step: smoke}", gpu, "Running", true));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void aTrimmedPodAnswersAsTheWholeOneDoes(Pod whole) {
        Pod trimmed = TrimmedStore.pod(whole);

        assertThat(answers(trimmed)).isEqualTo(answers(whole));
        assertThat(trimmed.getSpec().getNodeName()).isEqualTo("gpu-001");
        assertThat(trimmed.getMetadata().getResourceVersion()).isEqualTo("7");
    }

    private static List<Object> answers(Pod pod) {
        DrainablePod drainablePod = new DrainablePod(pod);
        return List.of(
                drainablePod.toString(),
                drainablePod.uid(),
                drainablePod.labels(),
                drainablePod.owner(),
                drainablePod.ownerKind(),
                drainablePod.occupies(),
                drainablePod.ready(),
                drainablePod.terminating(),
                drainablePod.endsBy(),
                drainablePod.blocker(List.of()),
                drainablePod.toleratesCordon());
    }

    @Test
    void aTrimmedNodeStillSaysWhoseCordonIsOnIt() {
        Node whole = new NodeBuilder()
                .withNewMetadata()
                .withName("gpu-001")
                .withUid("n-1")
                .addToAnnotations(Marks.OWNER, "run-1")
                .addToAnnotations("other", "x")
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(true)
                .withPodCIDR("10.0.0.0/24")
                .endSpec()
                .build();

        Node trimmed = TrimmedStore.node(whole);

        assertThat(Marks.annotation(trimmed, Marks.OWNER)).contains("run-1");
        assertThat(Marks.schedulable(trimmed)).isFalse();
        assertThat(trimmed.getMetadata().getUid()).isEqualTo("n-1");
        assertThat(trimmed.getMetadata().getAnnotations()).hasSize(1);
    }
}
