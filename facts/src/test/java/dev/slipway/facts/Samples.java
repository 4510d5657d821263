package dev.slipway.facts;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slipway.facts.tool.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Captured output of the tools, and whole answers of the probe made of it. */
public final class Samples {
    public static final String BOOT_LOADER = """
            setting saved
            saved_entry=gnulinux-advanced-1f2e>gnulinux-6.8.0-60-generic-advanced-1f2e
            entry gnulinux-simple-1f2e 6.8.0-60-generic
            entry gnulinux-advanced-1f2e>gnulinux-6.8.0-60-generic-advanced-1f2e 6.8.0-60-generic
            entry gnulinux-advanced-1f2e>gnulinux-6.8.0-58-generic-advanced-1f2e 6.8.0-58-generic
            """;

    public static final String FREE = """
            Filesystem     1024-blocks      Used Available Capacity Mounted on
            /dev/nvme0n1p2     1992552    320000   1551312      18% /boot
            /dev/nvme0n1p3   459850824  98002112 338416464      23% /
            /dev/nvme0n1p3   459850824  98002112 338416464      23% /
            """;

    public static final String TOOLS = """
            path /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
            have dcgmi /usr/bin/dcgmi
            have all_reduce_perf /usr/local/bin/all_reduce_perf
            lib linux-vdso.so.1 (0x00007ffc9a5f2000)
            lib libnccl.so.2 => /lib/x86_64-linux-gnu/libnccl.so.2 (0x00007f2d1c000000)
            lib libmpi.so.40 => /lib/x86_64-linux-gnu/libmpi.so.40 (0x00007f2d1be00000)
            have mpirun /usr/bin/mpirun
            mpirun mpirun (Open MPI) 4.1.6
            """;

    private Samples() {}

    public static byte[] bytes(String name) {
        try (InputStream in = Samples.class.getResourceAsStream("/fixtures/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no sample " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a command printed that ended well. */
    public static Output output(String text) {
        return Output.of(text.getBytes(UTF_8), OptionalInt.of(0));
    }

    public static String text(String name) {
        return new String(bytes(name), UTF_8);
    }

    /** The sections that a healthy node with eight H100 prints, the GPUs as captured. */
    public static Map<String, String> healthy() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("collector", "version 0123456789ab t0 1732500000\n");
        sections.put("clock", "1732500060.123456789\n");
        sections.put("machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
        sections.put("hostname", "gpu-001\n");
        sections.put("product-uuid", "4C4C4544-0042-3510-8052-B4C04F4D3733\n");
        sections.put("boot-id", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n");
        sections.put("boot-id-last", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n");
        sections.put("boot-time", "btime 1732000000\n");
        sections.put("kernel", "6.8.0-60-generic\n");
        sections.put("cmdline", "BOOT_IMAGE=/vmlinuz-6.8.0-60-generic root=UUID=1 ro\n");
        sections.put("secure-boot", "SecureBoot enabled\n");
        sections.put("iommu", "identity\n".repeat(8));
        sections.put("bios", "2.1.5\n");
        sections.put("nic-firmware", "mlx5_0 MT_0000000838 28.39.1002\nmlx5_1 MT_0000000838 28.39.1002\n");
        sections.put("bmc", "Device ID                 : 32\nFirmware Revision         : 13.05\n");
        sections.put("system-state", "running\n");
        sections.put(
                "os-release", "PRETTY_NAME=\"Ubuntu 24.04.2 LTS\"\nVERSION_ID=\"24.04\"\nID=ubuntu\nID_LIKE=debian\n");
        sections.put(
                "kernels",
                "config-6.8.0-60-generic\nvmlinuz\nvmlinuz-6.8.0-58-generic\nvmlinuz-6.8.0-60-generic\nvmlinuz.old\n");
        sections.put("next-kernel", "/boot/vmlinuz-6.8.0-60-generic\n");
        sections.put(
                "manifest",
                "{\"image_version\":\"gpu-node-2026.06\",\"built\":\"2026-06-01T00:00:00Z\",\"kernel\":\"6.8.0-60-generic\",\"driver_branch\":\"565\",\"cuda_branch\":\"12.8\",\"builder\":\"b1\"}\n");
        sections.put("packages", packages());
        sections.put("holds", "libnccl2\nnvidia-driver-565-server\n");
        sections.put("audit", "");
        sections.put("dkms", "nvidia/565.57.01, 6.8.0-60-generic, x86_64: installed\n");
        sections.put(
                "modinfo",
                "filename:       /lib/modules/6.8.0-60-generic/updates/dkms/nvidia.ko\nversion:        565.57.01\nlicense:        Dual MIT/GPL\nvermagic:       6.8.0-60-generic SMP preempt mod_unload modversions \n");
        sections.put("modules", "Module                  Size  Used by\n" + text("lsmod/lsmod-idle-refcount-2.txt"));
        sections.put("driver-owner", "dpkg-owned nvidia-dkms-565-server\n");
        sections.put("nvml-library", "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.565.57.01\n");
        sections.put("cuda-library", "/usr/lib/x86_64-linux-gnu/libcuda.so.565.57.01\n");
        sections.put("services", services());
        sections.put("persistence-unit", persistenced());
        sections.put("dcgm", "Version : 4.4.1\nBuild ID : 24637\n");
        sections.put("dcgmi", "\ndcgmi  version: 4.4.1\n");
        sections.put("toolkit", "NVIDIA Container Toolkit CLI version 1.17.8\ncommit: f202b80a9b9d\n");
        sections.put("cuda", "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 12.8, V12.8.93\n");
        sections.put(
                "proc-driver",
                "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  565.57.01  Release Build\nGCC version:  gcc 13\n");
        sections.put(
                "kernel-log",
                "# source=journal since=1732500000\n# oldest: 1732000004.1 h kernel: Linux version 6.8.0-60-generic\n");
        sections.put("log-end", "journal s=ab;i=1f;b=0f1e2d3c4b5a69788796a5b4c3d2e1f0;m=1;t=2;x=3\n");
        sections.put("log-since-mark", "# not looked: nobody named a place\n");
        sections.put(
                "initramfs",
                "# /boot/initrd.img-6.8.0-60-generic\nusr/lib/firmware/nvidia/565.57.01/gsp_ga10x.bin\n"
                        + "usr/lib/modules/6.8.0-60-generic/updates/dkms/nvidia.ko.zst\n# files 3120\n");
        sections.put("kernel-headers", "6.8.0-60-generic\n");
        sections.put("build-log", "DKMS make.log for nvidia-565.57.01 for kernel 6.8.0-60-generic (x86_64)\n");
        sections.put("boot-loader", BOOT_LOADER);
        sections.put("nouveau", "loaded no\ndenied yes\n");
        sections.put("nvswitches", "/dev/nvidia-nvswitch0\n");
        sections.put(
                "fabric-log",
                "# source=journal\n1732000100.000001 gpu-1 nv-fabricmanager[1120]: Successfully configured all the"
                        + " available NVSwitches to route GPU NVLink traffic.\n# source=kernel\n");
        sections.put("free", FREE);
        sections.put(
                "firmware",
                "d 4096 565.57.01\nf 29892400 565.57.01/gsp_ga10x.bin\nf 74208736 565.57.01/gsp_tu10x.bin\n");
        sections.put("gsp-setting", "");
        sections.put("cdi", "have nvidia-ctk\nspec nvidia.com/gpu 565.57.01 /etc/cdi/nvidia.yaml\n");
        sections.put("kernel-tools", "have dkms\nhave update-initramfs\nhave grub-reboot\njournal kept\n");
        sections.put("tools", TOOLS);
        sections.put("offered-modules", "# apt\n");
        sections.put("acs", "bridges 24 redirecting 0\n");
        sections.put("lspci", lspci());
        sections.put("smi-gpus", smiGpus());
        sections.put("smi-q", text("nvidia-smi/q-h100x8-565.57.01.txt"));
        sections.put("smi-list", list());
        sections.put("compute-apps", "");
        sections.put("gpu-jobs", "");
        sections.put("nvlink", nvlink(18));
        sections.put(
                "holders",
                "                     USER        PID ACCESS COMMAND\n/dev/nvidia0:        root       1234 F...m nvidia-persiste\n                     root       1300 F.... nv-hostengine\n");
        sections.put("dcgm-config", dcgmConfig());
        sections.put("module-files", "/lib/modules/6.8.0-60-generic/updates/dkms/nvidia.ko.zst\n");
        sections.put("module-owners", "");
        sections.put("load-log", "# not looked: nvidia-smi answers\n");
        sections.put("bus-last", lspci());
        return sections;
    }

    private static String list() {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            list.append("GPU " + i + ": NVIDIA H100 80GB HBM3 (UUID: GPU-0000000" + i + ")\n");
        }
        return list.toString();
    }

    private static String packages() {
        return """
                libnccl2\t2.27.3-1+cuda12.8\tinstall ok installed
                nvidia-driver-565-server\t565.57.01-0ubuntu1\tinstall ok installed
                nvidia-driver-550-server\t550.90.07-0ubuntu1\tdeinstall ok config-files
                nvidia-fabricmanager-565\t565.57.01-1\tinstall ok installed
                datacenter-gpu-manager-4-core\t1:4.4.1-1\tinstall ok installed
                """;
    }

    private static String persistenced() {
        return """
                LoadState=loaded
                ActiveState=active
                UnitFileState=enabled
                DropInPaths=
                ExecStart={ path=/usr/bin/nvidia-persistenced ; argv[]=/usr/bin/nvidia-persistenced --verbose ; pid=0 }
                """;
    }

    /** What DCGM keeps for one GPU. */
    public static String dcgmConfig() {
        return """
                +------------------------------+------------------------------+------------------------------+
                | GPU ID: 0                                                                                  |
                | NVIDIA H100 80GB HBM3                                                                      |
                +==============================+==============================+==============================+
                | Field                        | Target                       | Current                      |
                +------------------------------+------------------------------+------------------------------+
                | Compute Mode                 | Not Specified                | Unrestricted                 |
                | Power Limit                  | 700                          | 700                          |
                +------------------------------+------------------------------+------------------------------+
                """;
    }

    private static String services() {
        return """
                Id=nvidia-persistenced.service
                LoadState=loaded
                ActiveState=active
                SubState=running

                Id=nvidia-fabricmanager.service
                LoadState=loaded
                ActiveState=active
                SubState=running

                Id=nvidia-imex.service
                LoadState=not-found
                ActiveState=inactive
                SubState=dead
                """;
    }

    public static String smiGpus() {
        var uuids = uuids();
        var addresses = addresses();
        return IntStream.range(0, uuids.size())
                .mapToObj(i -> i + ", " + uuids.get(i) + ", 165442300159" + i + ", " + addresses.get(i)
                        + ", NVIDIA H100 80GB HBM3, 565.57.01, 96.00.74.00.01, Enabled, Default, 700.00 W, 2619 MHz,"
                        + " 1980 MHz, Enabled, Disabled\n")
                .collect(Collectors.joining());
    }

    private static java.util.List<String> uuids() {
        return text("nvidia-smi/q-h100x8-565.57.01.txt")
                .lines()
                .filter(l -> l.contains("GPU UUID"))
                .map(l -> l.substring(l.indexOf(':') + 1).strip())
                .toList();
    }

    private static java.util.List<String> addresses() {
        return text("nvidia-smi/q-h100x8-565.57.01.txt")
                .lines()
                .filter(l -> l.startsWith("GPU 0"))
                .map(l -> l.substring(4).strip())
                .toList();
    }

    private static String lspci() {
        return addresses().stream()
                        .map(
                                a -> a.substring(4).toLowerCase(java.util.Locale.ROOT)
                                        + " 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)\n")
                        .collect(Collectors.joining())
                + "0000:05:00.0 Bridge [0680]: NVIDIA Corporation GH100 [H100 NVSwitch] [10de:22a3] (rev a1)\n";
    }

    public static String nvlink(int links) {
        var uuids = uuids();
        return IntStream.range(0, 8)
                .mapToObj(g -> "GPU " + g + ": NVIDIA H100 80GB HBM3 (UUID: " + uuids.get(g) + ")\n"
                        + IntStream.range(0, 18)
                                .mapToObj(l -> "\t Link " + l + ": " + (l < links ? "26.562 GB/s\n" : "<inactive>\n"))
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    /** The sections framed as the probe frames them, all with exit status 0. */
    public static byte[] answer(Map<String, String> sections) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sections.forEach((name, text) -> out.writeBytes(section(name, 0, text)));
        out.writeBytes("@@ end 0 0\n".getBytes(UTF_8));
        return out.toByteArray();
    }

    public static byte[] section(String name, int exit, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("@@ " + name + " " + exit + " " + bytes.length + "\n").getBytes(UTF_8));
        out.writeBytes(bytes);
        out.write('\n');
        return out.toByteArray();
    }
}
