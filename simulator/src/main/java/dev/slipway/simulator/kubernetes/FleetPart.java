package dev.slipway.simulator.kubernetes;

/**
 * Is a part of the simulated fleet that follows the cluster's kubelets, such as the machine whose GPUs a pod holds.
 * Calls come one at a time, in order, and without any lock of the server held.
 */
// seam: the cluster knows no simulated node, so that it can be tested without any
public interface FleetPart {

    /** Runs the containers of a pod on its node from now on. */
    void podStarted(PodOnNode pod);

    /** Nothing of a pod that was started is left on its node. */
    void podEnded(PodOnNode pod);
}
