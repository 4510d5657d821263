package dev.slipway.model;

/** A version or setting that a baseline pins and that facts report, each under one name. */
public enum Field {
    OS_IMAGE("osImage"),
    IMAGE_VERSION("imageVersion"),
    KERNEL("kernel"),
    /** What nvidia-smi reports; on a whole node equal to the three below. */
    DRIVER_VERSION("driverVersion"),
    /** The version in the running kernel. */
    DRIVER_RESIDENT("driverResident"),
    /** The version that the next load would take from disk. */
    DRIVER_ON_DISK("driverOnDisk"),
    /** The version of the NVML library. */
    DRIVER_USERSPACE("driverUserspace"),
    MODULE_FLAVOUR("moduleFlavour"),
    MODULE_DELIVERY("moduleDelivery"),
    GSP_FIRMWARE("gspFirmware"),
    FABRIC_MANAGER("fabricManager"),
    NSCQ("nscq"),
    IMEX("imex"),
    CUDA_TOOLKIT("cudaToolkit"),
    CONTAINER_TOOLKIT("containerToolkit"),
    DCGM("dcgm"),
    NCCL("nccl"),
    OFED("ofed"),
    VBIOS("vbios"),
    INFOROM("inforom"),
    NIC_FIRMWARE("nicFw"),
    BIOS_PROFILE("biosProfile");

    private final String key;

    Field(String key) {
        this.key = key;
    }

    /** The name in configuration, reports and tables. */
    public String key() {
        return key;
    }

    /** Firmware: reported as drift, never changed by a software runbook. */
    public boolean firmware() {
        return this == VBIOS || this == INFOROM || this == NIC_FIRMWARE || this == BIOS_PROFILE;
    }

    /** The pin that this field is compared with: the driver is seen in four places and pinned once. */
    public Field pin() {
        return switch (this) {
            case DRIVER_RESIDENT, DRIVER_ON_DISK, DRIVER_USERSPACE -> DRIVER_VERSION;
            default -> this;
        };
    }
}
