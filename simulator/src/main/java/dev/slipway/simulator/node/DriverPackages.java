package dev.slipway.simulator.node;

import java.util.List;

/** Names of the packages whose versions decide what a node's driver is, as one family calls them. */
public record DriverPackages(String module, String library, String tools, String fabricManager, String nccl) {
    public static final String DCGM = "datacenter-gpu-manager-4-core";
    public static final String TOOLKIT = "nvidia-container-toolkit";

    /** The names in NVIDIA's and Ubuntu's repositories for apt. */
    public static final DriverPackages UBUNTU = new DriverPackages(
            "nvidia-dkms-570-server",
            "libnvidia-compute-570-server",
            "nvidia-utils-570-server",
            "nvidia-fabricmanager-570",
            "libnccl2");

    /** The names in NVIDIA's repository for RHEL 9. */
    public static final DriverPackages ROCKY = new DriverPackages(
            "kmod-nvidia-open-dkms",
            "nvidia-driver-cuda-libs",
            "nvidia-driver-cuda",
            "nvidia-fabric-manager",
            "libnccl");

    static final String SUFFIX = "-0ubuntu1";
    static final List<String> VERSIONED = List.of(
            "nvidia-driver-570-server", UBUNTU.module, UBUNTU.tools, "nvidia-compute-utils-570-server", UBUNTU.library);
    static final List<String> VERSIONED_RPM = List.of(
            "nvidia-driver", "nvidia-driver-libs", ROCKY.tools, ROCKY.library, ROCKY.module, "nvidia-persistenced");

    /** Returns the upstream version in a package version: {@code 1:4.2.3-1} is {@code 4.2.3}. */
    public static String upstream(String packageVersion) {
        String version = packageVersion.substring(packageVersion.indexOf(':') + 1);
        int revision = version.lastIndexOf('-');
        return revision < 0 ? version : version.substring(0, revision);
    }
}
