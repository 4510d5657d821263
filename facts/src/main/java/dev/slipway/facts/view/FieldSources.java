package dev.slipway.facts.view;

import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;

/** Names the section of the probe from which each field of a baseline is read. */
final class FieldSources {
    private FieldSources() {}

    static String section(Field field, NodeFacts facts) {
        return switch (field) {
            case OS_IMAGE -> "os-release";
            case IMAGE_VERSION -> "manifest";
            case KERNEL -> "kernel";
            case DRIVER_VERSION, DRIVER_BRANCH, VBIOS -> "smi-gpus";
            case DRIVER_RESIDENT -> "proc-driver";
            case DRIVER_ON_DISK, MODULE_DELIVERY -> "modinfo";
            case DRIVER_USERSPACE -> "nvml-library";
            case LIBCUDA -> "cuda-library";
            // The running module reports its flavour; only if none is loaded, the one on disk does.
            case MODULE_FLAVOUR -> facts.version(Field.DRIVER_RESIDENT).known() ? "proc-driver" : "modinfo";
            case GSP_FIRMWARE, INFOROM -> "smi-q";
            case FABRIC_MANAGER, NSCQ, IMEX, NVLSM, NVIDIA_FS, GDRCOPY, NCCL, OFED -> "packages";
            case CUDA_TOOLKIT -> "cuda";
            case CONTAINER_TOOLKIT -> "toolkit";
            case DCGM -> "dcgm";
            case PEERMEM, MODULES -> "modules";
            case CMDLINE -> "cmdline";
            case IOMMU -> "iommu";
            case ACS -> "acs";
            case SECURE_BOOT -> "secure-boot";
            case NIC_FIRMWARE -> "nic-firmware";
            case BMC_FIRMWARE -> "bmc";
            case BIOS_PROFILE -> "bios";
        };
    }
}
