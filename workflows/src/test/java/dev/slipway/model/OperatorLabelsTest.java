package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose the driver is, by the marks on the node and by the operator's labels. */
class OperatorLabelsTest {
    private static final Map<String, Map<String, String>> LABELS = Map.of(
            "none", Map.of(),
            "host", Map.of("nvidia.com/gpu.deploy.driver", "pre-installed", "nvidia.com/gpu-driver-upgrade-state", "x"),
            "any", Map.of("nvidia.com/gpu.deploy.driver", "true"),
            "pod", Map.of("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed"),
            "resource", Map.of("nvidia.com/gpu-operator.driver.owner", "default"));

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
        NodeDetails.Scheduling view = new NodeDetails.Scheduling(
                "Kubernetes", true, List.of(), Map.of(), Map.of(), LABELS.getOrDefault(labels, Map.of()));
        NodeFacts facts = Sample.clean()
                .with(sample -> sample.owner = Reading.of(onNode))
                .facts()
                .with(new NodeDetails.Outside(Reading.unknown("nobody said"), Reading.of(view)));

        assertThat(facts.driverOwner().map(Enum::name).or("unknown")).isEqualTo(owner);
    }
}
