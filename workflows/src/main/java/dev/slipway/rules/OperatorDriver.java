package dev.slipway.rules;

import dev.slipway.model.Route;

/**
 * Routes a node whose driver is in the GPU Operator's container: no runbook changes driver, packages, modules or
 * kernels there. A fault outside the hardware is a person's work in the operator. See NVIDIA, GPU Operator: "GPU Driver
 * Upgrades" and "Troubleshooting".
 */
public final class OperatorDriver {
    private OperatorDriver() {}

    /** Returns a route to the operator; held if the GPUs are known not to answer, else reported and left in service. */
    public static Route route(NodeView node) {
        return Route.leftToAPerson(
                "the driver is the GPU Operator's, so nothing of it is changed here: do it there. Look at its pod:"
                        + " kubectl get pods -A -l app.kubernetes.io/component=nvidia-driver"
                        + " --field-selector spec.nodeName="
                        + node.facts().node().name()
                        + "; its version is spec.driver.version of the ClusterPolicy or spec.version of the"
                        + " NVIDIADriver; after a failure label the node"
                        + " nvidia.com/gpu-driver-upgrade-state=upgrade-required",
                node.gpus().knownSilent());
    }

    /**
     * Returns the reason for a hardware fault whose repair would restart the driver under the operator: cordoned and
     * held.
     */
    public static String hardware(String why) {
        return why
                + "; the driver is the GPU Operator's, so no runbook resets or reboots under it: drain the node,"
                + " let the operator's driver pod go, and repair the hardware";
    }
}
