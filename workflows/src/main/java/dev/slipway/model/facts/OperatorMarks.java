package dev.slipway.model.facts;

import java.util.Map;
import java.util.Optional;

/**
 * Holds what the GPU Operator writes on a Node whose driver it runs, and what its custom resources state about that
 * node. {@code gpu.deploy.driver: true} is on every GPU node, even if the operator's driver is switched off, and proves
 * nothing by itself; {@code pre-installed} states that the host has its own. {@code deployment} is unknown if no custom
 * resource covers the node, and then decides nothing. See NVIDIA, GPU Operator: "GPU Driver Upgrades", and {@code
 * controllers/state_manager.go} of NVIDIA/gpu-operator.
 */
public record OperatorMarks(Map<String, String> labels, Reading<DriverDeployment> deployment) {
    /** Says whether the operator deploys its driver here: {@code true}, {@code pre-installed}, or a person's choice. */
    public static final String DEPLOY = "nvidia.com/gpu.deploy.driver";

    private static final String UPGRADE_STATE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String CUSTOM_RESOURCE = "nvidia.com/gpu-operator.driver.owner";

    static OperatorMarks of(NodeFacts facts) {
        Reading<NodeDetails.Scheduling> view = facts.details().outside().scheduling();
        return new OperatorMarks(
                view.map(NodeDetails.Scheduling::gpus).or(Map.of()),
                view.value().map(NodeDetails.Scheduling::driver).orElseGet(() -> Reading.unknown(view.error())));
    }

    private String deploy() {
        return labels.getOrDefault(DEPLOY, "");
    }

    /** The operator tracks a driver pod of its own on the node; what a driver that was switched off left is no mark. */
    public boolean driverPod() {
        boolean switchedOff =
                deployment.value().filter(said -> !said.byOperator()).isPresent();
        return !switchedOff
                && !deploy().equals("pre-installed")
                && (labels.containsKey(UPGRADE_STATE) || labels.containsKey(CUSTOM_RESOURCE));
    }

    private boolean deployed() {
        return deployment.value().filter(DriverDeployment::byOperator).isPresent();
    }

    /**
     * Returns the owner; {@code found} is what is on the node itself. A custom resource alone does not contradict a
     * driver of the host: the operator labels the node {@code true} before it comes, and {@code pre-installed} where it
     * finds one.
     */
    Reading<DriverOwner> owner(Reading<DriverOwner> found) {
        Optional<DriverOwner> onNode = found.value();
        if (onNode.isEmpty()) {
            return found;
        }
        boolean selected = deploy().equals("true");
        return switch (onNode.get()) {
            case OPERATOR_CONTAINER, BOTH -> found;
            case HOST_PACKAGED, RUNFILE ->
                driverPod() || (selected && deployed()) ? Reading.of(DriverOwner.BOTH) : found;
            case NONE -> {
                if (driverPod() || deployed()) {
                    yield Reading.of(DriverOwner.OPERATOR_CONTAINER);
                }
                yield selected && !deployment.known()
                        ? Reading.unknown("no driver lies on the node, and the GPU Operator may deploy one (" + DEPLOY
                                + "=true; " + deployment.error()
                                + "): look for its driver pod, or label the node pre-installed")
                        : found;
            }
        };
    }
}
