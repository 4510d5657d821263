package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.node.PodSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrainablePodTest {
    private static PodBuilder ownedBy(String kind) {
        PodBuilder builder = new PodBuilder()
                .withNewMetadata()
                .withNamespace("ml")
                .withName("train-7")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus();
        return kind.isEmpty()
                ? builder
                : builder.editMetadata()
                        .addNewOwnerReference()
                        .withKind(kind)
                        .withName("train")
                        .withController(true)
                        .endOwnerReference()
                        .endMetadata();
    }

    private static Pod annotated(PodBuilder pod, String name, String value) {
        return pod.editMetadata()
                .withAnnotations(Map.of(name, value))
                .endMetadata()
                .build();
    }

    private static PodBuilder withEmptyDir(String medium) {
        Volume volume = new VolumeBuilder()
                .withName("scratch")
                .withNewEmptyDir()
                .withMedium(medium)
                .endEmptyDir()
                .build();
        return ownedBy("Job").editSpec().addToVolumes(volume).endSpec();
    }

    @Test
    void aPodWithAControllerMayBeEvictedAndIsNamedWithIt() {
        DrainablePod pod = new DrainablePod(ownedBy("Job").build());

        assertThat(pod.occupies()).isTrue();
        assertThat(pod.blocker(List.of())).isEmpty();
        assertThat(pod).hasToString("pod ml/train-7 (Job ml/train)");
    }

    @Test
    void i12_dataInAnEmptyDirBlocksUnlessItIsMemoryOrDeclaredSafe() {
        String safe = "cluster-autoscaler.kubernetes.io/safe-to-evict";

        assertThat(new DrainablePod(withEmptyDir("").build()).blocker(List.of()))
                .hasValueSatisfying(why -> assertThat(why).contains("emptyDir"));
        assertThat(new DrainablePod(withEmptyDir("Memory").build()).blocker(List.of()))
                .isEmpty();
        assertThat(new DrainablePod(annotated(withEmptyDir(""), safe, "true")).blocker(List.of()))
                .isEmpty();
        assertThat(new DrainablePod(annotated(ownedBy("Job"), safe, "false")).blocker(List.of()))
                .isPresent();
    }

    @Test
    void i12_dataInAnEmptyDirIsGivenUpOnlyForPodsThatThePolicyNames() {
        PodBuilder labelled =
                withEmptyDir("").editMetadata().addToLabels("scratch", "yes").endMetadata();
        DrainablePod pod = new DrainablePod(labelled.build());
        List<PodSelector> all = List.of(pods("ml", Map.of()));

        assertThat(pod.losesData()).isTrue();
        assertThat(pod.blocker(all)).isEmpty();
        assertThat(pod.blocker(List.of(pods("ml", Map.of("scratch", "yes"))))).isEmpty();
        assertThat(pod.blocker(List.of(pods("web", Map.of()), pods("ml", Map.of("scratch", "no")))))
                .hasValueSatisfying(why -> assertThat(why).contains("emptyDir", "drain.deleteEmptyDir"));
        assertThat(new DrainablePod(ownedBy("").build()).blocker(all))
                .as("nothing starts it again")
                .isPresent();
        assertThat(new DrainablePod(annotated(labelled, "cluster-autoscaler.kubernetes.io/safe-to-evict", "false"))
                        .blocker(all))
                .as("its owner objects")
                .isPresent();
    }

    private static PodSelector pods(String namespace, Map<String, String> labels) {
        return new PodSelector(Optional.of(namespace), labels, Optional.empty());
    }

    @Test
    void i12_aPodWithoutAControllerBlocks() {
        assertThat(new DrainablePod(ownedBy("").build()).blocker(List.of())).isPresent();
    }

    @Test
    void daemonsMirrorsAndEndedPodsDoNotOccupy() {
        assertThat(new DrainablePod(ownedBy("DaemonSet").build()).occupies()).isFalse();
        assertThat(new DrainablePod(annotated(ownedBy("Node"), "kubernetes.io/config.mirror", "x")).occupies())
                .isFalse();
        assertThat(new DrainablePod(ownedBy("Job")
                                .editStatus()
                                .withPhase("Succeeded")
                                .endStatus()
                                .build())
                        .occupies())
                .isFalse();
    }

    @Test
    void i6_aDaemonThatHoldsAGpuOccupies() {
        Pod pod = ownedBy("DaemonSet")
                .editSpec()
                .addNewContainer()
                .withName("burn")
                .withNewResources()
                .withLimits(Map.of("nvidia.com/gpu", new Quantity("1")))
                .endResources()
                .endContainer()
                .endSpec()
                .build();

        assertThat(new DrainablePod(pod).occupies()).isTrue();
        assertThat(new DrainablePod(pod).blocker(List.of())).isPresent();
    }
}
