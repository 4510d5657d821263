package dev.slipway.facts.probe;

import dev.slipway.facts.view.Source;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Maps the name of a saved output to its section of the probe. */
final class SavedNames {
    /** Names that evidence bundles and people give, beside the names of the sections themselves. */
    private static final Map<String, String> OTHER_NAMES = otherNames();

    private SavedNames() {}

    /** {@code dpkg_l.txt}, {@code dpkg -l.log} and {@code dpkg-l} are one name. */
    static String plain(String file) {
        String name = file.toLowerCase(Locale.ROOT).replaceFirst("\\.(txt|log|out|json|csv)$", "");
        return name.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    static Optional<String> section(String plain) {
        return Source.tools().containsKey(plain) ? Optional.of(plain) : Optional.ofNullable(OTHER_NAMES.get(plain));
    }

    private static Map<String, String> otherNames() {
        Map<String, String> names = new HashMap<>();
        put(names, "machine-id", "etc-machine-id");
        put(names, "product-uuid", "dmidecode-system-uuid", "dmidecode-s-system-uuid");
        put(names, "boot-id", "proc-sys-kernel-random-boot-id");
        put(names, "hostname", "uname-n", "hostname-s");
        put(names, "kernel", "uname-r");
        put(names, "cmdline", "proc-cmdline");
        put(names, "secure-boot", "mokutil", "mokutil-sb-state");
        put(names, "bmc", "ipmitool-mc-info");
        put(names, "system-state", "systemctl-is-system-running");
        put(names, "os-release", "etc-os-release");
        put(names, "kernels", "ls-boot", "boot");
        put(names, "manifest", "cluster-image", "etc-cluster-image");
        put(names, "packages", "dpkg-l", "dpkg-query", "dpkg-query-w", "dpkg-list");
        put(names, "holds", "apt-mark-showhold", "showhold", "versionlock", "dnf-versionlock-list");
        put(names, "audit", "dpkg-audit");
        put(names, "dkms", "dkms-status");
        put(names, "modinfo", "modinfo-nvidia");
        put(names, "modules", "lsmod");
        put(names, "services", "systemctl-show");
        put(names, "dcgm", "nv-hostengine-version");
        put(names, "dcgmi", "dcgmi-version");
        put(names, "toolkit", "nvidia-ctk-version", "nvidia-ctk");
        put(names, "cuda", "nvcc-version", "nvcc");
        put(names, "proc-driver", "proc-driver-nvidia-version", "proc-driver-version");
        put(names, "kernel-log", "journal-kernel", "journalctl-k", "dmesg", "dmesg-t");
        put(names, "lspci", "lspci-vv", "lspci-vvv", "lspci-nn", "lspci-dnn", "lspci-dnn-d-10de");
        put(names, "smi-gpus", "nvidia-smi-query-gpu");
        put(names, "smi-q", "nvidia-smi-q");
        put(names, "smi-list", "nvidia-smi-l", "nvidia-smi-list-gpus");
        put(names, "compute-apps", "nvidia-smi-query-compute-apps");
        put(names, "nvlink", "nvidia-smi-nvlink", "nvidia-smi-nvlink-status", "nvidia-smi-nvlink-s", "nvlink-status");
        put(names, "holders", "fuser", "fuser-v");
        put(names, "dcgm-config", "dcgmi-config", "dcgmi-config-get-v");
        return names;
    }

    private static void put(Map<String, String> names, String section, String... others) {
        for (String other : others) {
            names.put(other, section);
        }
    }
}
