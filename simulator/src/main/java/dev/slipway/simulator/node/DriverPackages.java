package dev.slipway.simulator.node;

import java.util.List;

/** Names of the packages whose versions decide what a node's driver is. */
public final class DriverPackages {
    public static final String DKMS = "nvidia-dkms-570-server";
    public static final String LIBRARY = "libnvidia-compute-570-server";
    public static final String UTILS = "nvidia-utils-570-server";
    public static final String FABRIC_MANAGER = "nvidia-fabricmanager-570";
    public static final String DCGM = "datacenter-gpu-manager-4-core";
    public static final String NCCL = "libnccl2";
    public static final String TOOLKIT = "nvidia-container-toolkit";

    static final String SUFFIX = "-0ubuntu1";
    static final List<String> VERSIONED =
            List.of("nvidia-driver-570-server", DKMS, UTILS, "nvidia-compute-utils-570-server", LIBRARY);

    private DriverPackages() {}

    /** The upstream version in a package version: {@code 1:4.2.3-1} is {@code 4.2.3}. */
    public static String upstream(String packageVersion) {
        String version = packageVersion.substring(packageVersion.indexOf(':') + 1);
        int revision = version.lastIndexOf('-');
        return revision < 0 ? version : version.substring(0, revision);
    }
}
