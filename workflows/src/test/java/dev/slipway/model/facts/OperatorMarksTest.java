package dev.slipway.model.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose the driver is, by the marks on the node and by the operator's labels and custom resources. */
class OperatorMarksTest {
    private static final Map<String, Map<String, String>> LABELS = Map.of(
            "none", Map.of(),
            "host", Map.of("nvidia.com/gpu.deploy.driver", "pre-installed", "nvidia.com/gpu-driver-upgrade-state", "x"),
            "any", Map.of("nvidia.com/gpu.deploy.driver", "true"),
            "pod", Map.of("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed"),
            "resource", Map.of("nvidia.com/gpu-operator.driver.owner", "default"));

    private static String owner(DriverOwner onNode, String labels, Reading<DriverDeployment> said) {
        NodeDetails.Scheduling view = new NodeDetails.Scheduling(
                "Kubernetes", true, List.of(), Map.of(), Map.of(), LABELS.getOrDefault(labels, Map.of()), said);
        NodeFacts facts = Sample.clean()
                .with(sample -> sample.owner = Reading.of(onNode))
                .facts()
                .with(new NodeDetails.Outside(Reading.unknown("nobody said"), Reading.of(view)));
        return facts.driverOwner().map(Enum::name).or("unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, none, NONE",
        "NONE, host, NONE",
        "NONE, any, unknown",
        "NONE, pod, OPERATOR_CONTAINER",
        "NONE, resource, OPERATOR_CONTAINER",
        "HOST_PACKAGED, any, HOST_PACKAGED",
        "HOST_PACKAGED, host, HOST_PACKAGED",
        "HOST_PACKAGED, pod, BOTH",
        "RUNFILE, any, RUNFILE",
        "RUNFILE, resource, BOTH",
        "OPERATOR_CONTAINER, none, OPERATOR_CONTAINER",
        "BOTH, pod, BOTH"
    })
    void aMissingPackageAloneProvesNothing(DriverOwner onNode, String labels, String owner) {
        assertThat(owner(onNode, labels, Reading.unknown("403 Forbidden"))).isEqualTo(owner);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, none, OPERATOR_CONTAINER",
        "NONE, any, OPERATOR_CONTAINER",
        "HOST_PACKAGED, none, HOST_PACKAGED",
        "HOST_PACKAGED, any, BOTH",
        "HOST_PACKAGED, pod, BOTH",
        "RUNFILE, any, BOTH",
        "OPERATOR_CONTAINER, any, OPERATOR_CONTAINER"
    })
    void aCustomResourceIsAMarkOfItsOwn(DriverOwner onNode, String labels, String owner) {
        assertThat(owner(onNode, labels, Reading.of(new DriverDeployment(true, "ClusterPolicy p"))))
                .isEqualTo(owner);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, none, NONE",
        "NONE, any, NONE",
        "NONE, pod, NONE",
        "HOST_PACKAGED, pod, HOST_PACKAGED",
        "RUNFILE, resource, RUNFILE",
        "OPERATOR_CONTAINER, none, OPERATOR_CONTAINER",
        "BOTH, pod, BOTH"
    })
    void whatADriverThatIsSwitchedOffLeftIsNoMark(DriverOwner onNode, String labels, String owner) {
        assertThat(owner(onNode, labels, Reading.of(new DriverDeployment(false, "driver.enabled: false"))))
                .isEqualTo(owner);
    }

    @Test
    void aNodeThatTwoSchedulersShareHasTheMarksOfOne() {
        Reading<DriverDeployment> said = Reading.of(new DriverDeployment(true, "ClusterPolicy p"));
        NodeDetails.Scheduling slurm = new NodeDetails.Scheduling("slurm", true, List.of(), Map.of(), Map.of());
        NodeDetails.Scheduling kubernetes =
                new NodeDetails.Scheduling("Kubernetes", true, List.of(), Map.of(), Map.of(), Map.of(), said);

        assertThat(kubernetes.and(slurm).driver()).isEqualTo(said);
        assertThat(slurm.and(kubernetes).driver()).isEqualTo(said);
    }
}
