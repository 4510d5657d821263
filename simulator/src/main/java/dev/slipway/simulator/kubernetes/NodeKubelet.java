package dev.slipway.simulator.kubernetes;

/** How the simulated machines drive their Node objects. */
public interface NodeKubelet {

    /**
     * A kubelet tells the cluster what its machine is like; safe to repeat. Registers the Node if it is not there. A
     * boot id other than the last one means that all containers of the node were lost.
     */
    void kubeletReports(KubeletReport report);

    /** A kubelet stops reporting, as in a reboot or a network cut: after 50 simulated seconds the node is Unknown. */
    void kubeletFallsSilent(String node);
}
