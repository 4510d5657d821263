package dev.slipway.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Names the versions and settings that a baseline pins and that facts report. */
public enum Field {
    OS_IMAGE("osImage"),
    IMAGE_VERSION("imageVersion"),
    KERNEL("kernel"),
    /** Is what nvidia-smi reports; on a whole node equal to what is loaded, on disk and in the libraries. */
    DRIVER_VERSION("driverVersion"),
    /** The first number of the driver's version. */
    DRIVER_BRANCH("driverBranch"),
    /** The version in the running kernel. */
    DRIVER_RESIDENT("driverResident"),
    /** The version that the next load would take from disk. */
    DRIVER_ON_DISK("driverOnDisk"),
    /** The version of the NVML library. */
    DRIVER_USERSPACE("driverUserspace"),
    /** The version of the CUDA driver library. */
    LIBCUDA("libcuda"),
    MODULE_FLAVOUR("moduleFlavour"),
    MODULE_DELIVERY("moduleDelivery"),
    GSP_FIRMWARE("gspFirmware"),
    FABRIC_MANAGER("fabricManager"),
    NSCQ("nscq"),
    IMEX("imex"),
    /** NVLink subnet manager, on systems whose switches need one. */
    NVLSM("nvlsm"),
    CUDA_TOOLKIT("cudaToolkit"),
    CONTAINER_TOOLKIT("containerToolkit"),
    DCGM("dcgm"),
    NCCL("nccl"),
    OFED("ofed"),
    /** GPUDirect Storage's kernel module. */
    NVIDIA_FS("nvidiaFs"),
    GDRCOPY("gdrcopy"),
    /** The loaded module for GPUDirect RDMA by name, or {@code n/a}. */
    PEERMEM("peermem"),
    /** Kernel modules that must be loaded, and with {@code !} those that must not. A rule. */
    MODULES("modules"),
    /** Words of the kernel's command line that must be there, and with {@code !} those that must not. A rule. */
    CMDLINE("cmdline"),
    /** {@code off}, {@code passthrough} or {@code translated}, as the GPUs are set up. */
    IOMMU("iommu"),
    /** {@code on} where a PCI bridge checks the sources of peer traffic ({@code SrcValid+}), else {@code off}. */
    ACS("acs"),
    SECURE_BOOT("secureBoot"),
    VBIOS("vbios"),
    INFOROM("inforom"),
    NIC_FIRMWARE("nicFw"),
    BMC_FIRMWARE("bmcFw"),
    BIOS_PROFILE("biosProfile");

    private static final Set<Field> FIRMWARE = Set.of(VBIOS, INFOROM, NIC_FIRMWARE, BMC_FIRMWARE, BIOS_PROFILE);
    private static final Set<Field> AT_BOOT = Set.of(CMDLINE, IOMMU, ACS, SECURE_BOOT);
    private static final Set<Field> BY_IMAGE = Set.of(OS_IMAGE, CMDLINE, IOMMU, ACS);
    private static final Set<Field> LOADED = Set.of(PEERMEM, MODULES);
    private static final Set<Field> BY_CHOICE = Set.of(DRIVER_BRANCH, NVLSM, NVIDIA_FS, GDRCOPY, BMC_FIRMWARE);

    private final String key;

    Field(String key) {
        this.key = key;
    }

    /** Returns the name in configuration, reports and tables. */
    public String key() {
        return key;
    }

    /** Returns whether this is firmware: reported as drift, never changed by a software runbook. */
    public boolean firmware() {
        return FIRMWARE.contains(this);
    }

    /**
     * Returns whether this is set in the firmware or by the boot loader: reported as drift, never changed by a software
     * runbook.
     */
    public boolean setElsewhere() {
        return firmware() || AT_BOOT.contains(this);
    }

    /**
     * Returns whether this is part of an image, together with the boot loader's settings in it: without an image
     * nothing writes it.
     */
    public boolean ofTheImage() {
        return BY_IMAGE.contains(this);
    }

    /** Returns the field of that name; empty for a package, a service or a setting. */
    public static Optional<Field> named(String key) {
        return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
    }

    /** Lies on a host that has a driver of its own; a driver in a container has it there. */
    public boolean ofTheHostsDriver() {
        return this == DRIVER_ON_DISK || this == DRIVER_USERSPACE || this == LIBCUDA;
    }

    /** Returns whether this is a state of the running kernel that is set without packages: modules that are loaded. */
    public boolean loaded() {
        return LOADED.contains(this);
    }

    /** Returns whether a baseline must pin it or set {@code n/a}; the others are compared only if they are pinned. */
    public boolean required() {
        return !BY_CHOICE.contains(this) && !AT_BOOT.contains(this) && !loaded();
    }

    /** Returns whether the pin is a rule of words and not the value itself. */
    public boolean rule() {
        return this == CMDLINE || this == MODULES;
    }

    /** Returns the pin that this field is compared with: the driver is read in several places and pinned once. */
    public Field pin() {
        return switch (this) {
            case DRIVER_RESIDENT, DRIVER_ON_DISK, DRIVER_USERSPACE, LIBCUDA -> DRIVER_VERSION;
            default -> this;
        };
    }
}
