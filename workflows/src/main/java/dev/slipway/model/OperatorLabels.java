package dev.slipway.model;

import java.util.Map;
import java.util.Optional;

/**
 * What the GPU Operator writes on a Node of whose driver it runs. {@code gpu.deploy.driver: true} stands on every GPU
 * node, also where the operator's driver is switched off, and proves nothing; {@code pre-installed} says that the host
 * has its own. See NVIDIA, GPU Operator: "GPU Driver Upgrades", and {@code controllers/state_manager.go} of
 * NVIDIA/gpu-operator.
 */
public record OperatorLabels(Map<String, String> labels) {
    private static final String DEPLOY = "nvidia.com/gpu.deploy.driver";
    private static final String UPGRADE_STATE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String CUSTOM_RESOURCE = "nvidia.com/gpu-operator.driver.owner";

    static OperatorLabels of(NodeFacts facts) {
        return new OperatorLabels(facts.details()
                .outside()
                .scheduling()
                .map(NodeDetails.Scheduling::gpus)
                .or(Map.of()));
    }

    private String deploy() {
        return labels.getOrDefault(DEPLOY, "");
    }

    /** The operator tracks a driver pod of its own on the node. */
    public boolean driverPod() {
        return !deploy().equals("pre-installed")
                && (labels.containsKey(UPGRADE_STATE) || labels.containsKey(CUSTOM_RESOURCE));
    }

    /** The owner, where {@code found} is what lies on the node itself. */
    Reading<DriverOwner> owner(Reading<DriverOwner> found) {
        Optional<DriverOwner> onNode = found.value();
        if (onNode.isEmpty()) {
            return found;
        }
        return switch (onNode.get()) {
            case OPERATOR_CONTAINER, BOTH -> found;
            case HOST_PACKAGED, RUNFILE -> driverPod() ? Reading.of(DriverOwner.BOTH) : found;
            case NONE -> {
                if (driverPod()) {
                    yield Reading.of(DriverOwner.OPERATOR_CONTAINER);
                }
                yield deploy().equals("true")
                        ? Reading.unknown("no driver lies on the node, and the GPU Operator may deploy one (" + DEPLOY
                                + "=true): look for its driver pod, or label the node pre-installed")
                        : found;
            }
        };
    }
}
