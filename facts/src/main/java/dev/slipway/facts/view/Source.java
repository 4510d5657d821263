package dev.slipway.facts.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names where a fact comes from: the section of the probe's answer, and the tool or file behind the section. */
public record Source(String section, String tool) {
    static final String FLEET = "fleet";
    static final String SCHEDULER = "scheduler";

    private static final Map<String, String> TOOLS = all();

    /**
     * Returns the source of a section of the probe; its tool is the section's own name if the probe has no such
     * section.
     */
    public static Source of(String section) {
        return new Source(section, TOOLS.getOrDefault(section, section));
    }

    /** Returns whether the fact comes from another source than the node itself. */
    public boolean outside() {
        return section.equals(FLEET) || section.equals(SCHEDULER);
    }

    /** Returns the tool or file behind each section that the probe prints, by the section's name. */
    public static Map<String, String> tools() {
        return TOOLS;
    }

    private static Map<String, String> all() {
        Map<String, String> tools = new LinkedHashMap<>();
        machine(tools);
        software(tools);
        kernels(tools);
        gpus(tools);
        return Collections.unmodifiableMap(tools);
    }

    private static void machine(Map<String, String> tools) {
        tools.put("collector", "the probe itself");
        tools.put("clock", "date");
        tools.put("machine-id", "/etc/machine-id");
        tools.put("hostname", "uname -n");
        tools.put("product-uuid", "/sys/class/dmi/id/product_uuid");
        tools.put("boot-id", "/proc/sys/kernel/random/boot_id");
        tools.put("boot-time", "/proc/stat");
        tools.put("kernel", "uname -r");
        tools.put("cmdline", "/proc/cmdline");
        tools.put("secure-boot", "mokutil --sb-state");
        tools.put("iommu", "/sys/bus/pci/devices/*/iommu_group/type");
        tools.put("bios", "/sys/class/dmi/id/bios_version");
        tools.put("nic-firmware", "/sys/class/infiniband/*/fw_ver");
        tools.put("bmc", "ipmitool mc info");
        tools.put("system-state", "systemctl is-system-running");
        tools.put("os-release", "/etc/os-release");
        tools.put("kernels", "ls /boot");
        tools.put("next-kernel", "/boot/vmlinuz, grubby --default-kernel or /vmlinuz");
        tools.put("manifest", "/etc/cluster-image.json");
    }

    private static void software(Map<String, String> tools) {
        tools.put("packages", "dpkg-query -W or rpm -qa");
        tools.put("holds", "apt-mark showhold or dnf versionlock list");
        tools.put("audit", "dpkg --audit or dnf check");
        tools.put("dkms", "dkms status");
        tools.put("modinfo", "modinfo nvidia");
        tools.put("modules", "lsmod");
        tools.put(
                "driver-owner", "dpkg-query -S or rpm -qf, /proc/mounts, /run/nvidia/validations, labels of the Node");
        tools.put("nvml-library", "libnvidia-ml.so.*");
        tools.put("cuda-library", "libcuda.so.*");
        tools.put("services", "systemctl show");
        tools.put("persistence-unit", "systemctl show nvidia-persistenced");
        tools.put("dcgm", "nv-hostengine --version");
        tools.put("dcgmi", "dcgmi --version");
        tools.put("toolkit", "nvidia-ctk --version");
        tools.put("cuda", "nvcc --version");
        tools.put("proc-driver", "/proc/driver/nvidia/version");
        tools.put("initramfs", "lsinitramfs or lsinitrd");
        tools.put("kernel-log", "journalctl -k or dmesg");
        tools.put("log-end", "journalctl -k --show-cursor or dmesg");
        tools.put("log-since-mark", "journalctl -k --after-cursor or dmesg");
        tools.put("load-log", "journalctl -k -b or dmesg");
        tools.put("module-files", "find /lib/modules -name nvidia.ko");
        tools.put("module-owners", "dpkg-query -S or rpm -qf");
        tools.put("firmware", "find /lib/firmware/nvidia");
        tools.put("gsp-setting", "/etc/modprobe.d, /proc/cmdline");
        tools.put("tools", "command -v, mpirun --version, ldd all_reduce_perf");
        tools.put("cdi", "/etc/cdi, /var/run/cdi");
    }

    private static void kernels(Map<String, String> tools) {
        tools.put("kernel-headers", "/lib/modules/*/build");
        tools.put("build-log", "/var/lib/dkms/nvidia*/**/make.log");
        tools.put("boot-loader", "grub.cfg and grub-editenv list, or grubby --info=ALL");
        tools.put("nouveau", "/sys/module/nouveau and /etc/modprobe.d");
        tools.put("free", "df -Pk /boot / /var /lib");
        tools.put("kernel-tools", "dkms, update-initramfs, dracut, grub-reboot, grubby, /var/log/journal");
        tools.put("offered-modules", "apt-cache show or dnf repoquery --available");
        tools.put("bus-last", "lspci -Dnn -d 10de:");
    }

    private static void gpus(Map<String, String> tools) {
        tools.put("acs", "lspci -vv");
        tools.put("lspci", "lspci -Dnn -d 10de:");
        tools.put("nvswitches", "/dev/nvidia-nvswitch*");
        tools.put("fabric-log", "journalctl -b and /var/log/fabricmanager.log");
        tools.put("smi-gpus", "nvidia-smi --query-gpu");
        tools.put("smi-q", "nvidia-smi -q");
        tools.put("smi-list", "nvidia-smi -L");
        tools.put("gpu-jobs", "/proc/PID/cgroup");
        tools.put("compute-apps", "nvidia-smi --query-compute-apps");
        tools.put("nvlink", "nvidia-smi nvlink --status");
        tools.put("holders", "fuser -v /dev/nvidia*");
        tools.put("dcgm-config", "dcgmi config --get -v");
        tools.put("boot-id-last", "/proc/sys/kernel/random/boot_id");
    }
}
