package dev.slipway.simulator.tools;

import dev.slipway.model.Baseline;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Plays {@code slipway-probe}: every section is the answer of the command that the real script runs. */
final class Probe {
    private static final String GPU_FIELDS = "index,uuid,serial,pci.bus_id,name,driver_version,vbios_version,"
            + "persistence_mode,compute_mode,power.limit,clocks.applications.memory,clocks.applications.graphics,"
            + "ecc.mode.current,mig.mode.current";
    private static final String AFTER = "after=";
    private static final String NICS = """
            mlx5_0 MT_0000000838 28.39.1002
            mlx5_1 MT_0000000838 28.39.1002
            """;

    private final SimulatedNode node;
    private final Map<String, Supplier<Answer>> sections = new LinkedHashMap<>();

    private Probe(SimulatedNode node, Instant t0, String mark) {
        this.node = node;
        text("clock", () -> stamp(node.log().shown(node.clock().now())));
        text("collector", () -> "version simulated t0 " + t0.getEpochSecond());
        system();
        driver();
        software();
        sections.put(
                "kernel-log",
                () -> Answer.of("# source=journal since=" + t0.getEpochSecond() + "\n# oldest: " + Kernel.oldest(node)
                        + Kernel.log(node, t0)));
        text("log-end", () -> Kernel.logEnd(node));
        sections.put("log-since-mark", () -> Kernel.logSinceMark(node, mark));
        sections.put("module-files", () -> ModuleTools.files(node));
        sections.put("module-owners", () -> ModuleTools.owners(node));
        sections.put("load-log", () -> loadLog(node));
        sections.put("firmware", () -> ModuleTools.firmware(node));
        sections.put("gsp-setting", () -> ModuleTools.gspSetting(node));
        sections.put("cdi", () -> ContainerToolkit.specs(node));
        kernels();
        text("boot-id-last", () -> node.power().bootId());
    }

    private static String stamp(Instant at) {
        return String.format(Locale.ROOT, "%d.%09d", at.getEpochSecond(), at.getNano());
    }

    /** The arguments are T0 in seconds, a place in the log, and the sections wanted; no sections are all of them. */
    static Answer run(SimulatedNode node, List<String> arguments) {
        long t0 = arguments.isEmpty() ? 0 : Long.parseLong(arguments.getFirst());
        List<String> rest = arguments.size() < 2 ? List.of() : arguments.subList(1, arguments.size());
        boolean marked = !rest.isEmpty() && rest.getFirst().startsWith(AFTER);
        List<String> wanted = marked ? rest.subList(1, rest.size()) : rest;
        Probe probe = new Probe(
                node, Instant.ofEpochSecond(t0), marked ? rest.getFirst().substring(AFTER.length()) : "");
        node.clock().spend(Duration.ofMillis(400));
        Frames frames = new Frames();
        probe.sections.forEach((name, section) -> {
            if (wanted.isEmpty() || wanted.contains(name)) {
                frames.add(name, section.get());
            }
        });
        return frames.end();
    }

    private void system() {
        text("machine-id", () -> node.machine().machineId());
        text("hostname", node::name);
        text("product-uuid", () -> node.machine().productUuid());
        text("boot-id", () -> node.power().bootId());
        text(
                "boot-time",
                () -> "btime " + node.log().shown(node.power().bootedAt()).getEpochSecond());
        text("kernel", () -> node.power().kernel());
        text(
                "cmdline",
                () -> "BOOT_IMAGE=/boot/vmlinuz-" + node.power().kernel() + " root=LABEL=root ro quiet iommu=pt");
        text("secure-boot", () -> "SecureBoot " + (node.kernels().secureBoot() ? "enabled" : "disabled"));
        sections.put(
                "iommu",
                () -> Answer.of("identity\n".repeat(node.machine().present().size())));
        text("bios", () -> "2.1.5");
        sections.put("nic-firmware", () -> Answer.of(NICS));
        text("bmc", () -> "Device ID                 : 32\nFirmware Revision         : 13.05");
        text("acs", () -> "bridges 24 redirecting 0");
        sections.put("system-state", () -> Systemctl.systemState(node));
        sections.put("os-release", () -> Answer.of(PackageTools.of(node).osRelease()));
        sections.put("kernels", () -> Answer.of(Kernel.bootFolder(node)));
        text("next-kernel", () -> "/boot/vmlinuz-" + node.power().nextKernel());
        sections.put("initramfs", () -> Kernel.initramfsFiles(node));
        sections.put("lspci", () -> Kernel.lspci(node, List.of()));
    }

    private void driver() {
        sections.put("proc-driver", () -> Kernel.procDriver(node));
        sections.put("modinfo", () -> Kernel.modinfo(node, List.of("nvidia")));
        text(
                "driver-owner",
                () -> node.driver()
                        .owners()
                        .orElseGet(() -> PackageTools.of(node).driverOwner(node)));
        text(
                "nvml-library",
                () -> PackageTools.of(node).libraries() + "/libnvidia-ml.so."
                        + node.driver().userspace());
        text(
                "cuda-library",
                () -> PackageTools.of(node).libraries() + "/libcuda.so."
                        + node.driver().userspace());
        smi("smi-gpus", "--query-gpu=" + GPU_FIELDS, "--format=csv,noheader");
        smi("smi-q", "-q");
        smi("smi-list", "-L");
        sections.put("gpu-jobs", () -> ModuleTools.gpuJobs(node));
        smi("compute-apps", "--query-compute-apps=pid,process_name", "--format=csv,noheader");
        // Without a device file no process can hold one, and the probe checks none.
        sections.put("holders", () -> node.driver().resident().isEmpty() ? Answer.of("") : Smi.fuser(node, List.of()));
        smi("nvlink", "nvlink", "--status");
    }

    private void software() {
        sections.put("packages", () -> PackageTools.of(node).packages(node));
        sections.put("holds", () -> PackageTools.of(node).holds(node));
        sections.put("audit", () -> PackageTools.of(node).audit(node));
        sections.put("dkms", () -> KernelModules.dkms(node, List.of("status")));
        sections.put("manifest", () -> manifest(node));
        sections.put("modules", () -> ModuleTools.lsmod(node, List.of()));
        sections.put("services", () -> Answer.of(Systemctl.show(node, Baseline.GateProfile.KNOWN_SERVICES)));
        sections.put("persistence-unit", () -> Answer.of(Systemctl.persistenced(node)));
        sections.put("dcgm", () -> Dcgmi.hostengine(node, List.of("--version")));
        sections.put("dcgmi", () -> new Dcgmi().run(node, List.of("--version")));
        sections.put("toolkit", () -> ContainerToolkit.version(node));
        sections.put("cuda", () -> nvcc(node));
        sections.put("dcgm-config", () -> new Dcgmi().run(node, List.of("config", "--get", "-v")));
    }

    private static Answer loadLog(SimulatedNode node) {
        return Answer.of(
                Smi.refusal(node).isEmpty() && node.driver().silent().isEmpty()
                        ? "# not looked: nvidia-smi answers\n"
                        : "# source=journal\n" + Kernel.logOfThisBoot(node));
    }

    private void kernels() {
        sections.put("kernel-headers", () -> KernelModules.headers(node));
        sections.put("build-log", () -> KernelModules.log(node));
        sections.put("boot-loader", () -> Grub.state(node));
        sections.put("nouveau", () -> KernelModules.nouveau(node));
        sections.put("nvswitches", () -> Kernel.switchFiles(node));
        sections.put("fabric-log", () -> Kernel.fabricLog(node));
        sections.put("free", () -> KernelModules.free(node));
        sections.put("kernel-tools", () -> KernelModules.tools(node));
        sections.put("tools", () -> Nccl.tools(node));
        sections.put("offered-modules", () -> KernelModules.offered(node));
        sections.put("bus-last", () -> Kernel.lspci(node, List.of()));
    }

    private void text(String name, Supplier<String> line) {
        sections.put(name, () -> Answer.of(line.get() + "\n"));
    }

    private void smi(String name, String... words) {
        sections.put(name, () -> new Smi().run(node, List.of(words)));
    }

    static Answer manifest(SimulatedNode node) {
        return node.manifest()
                .map(Answer::of)
                .orElseGet(() -> Answer.failed(1, "cat: /etc/cluster-image.json: No such file or directory\n"));
    }

    static Answer nvcc(SimulatedNode node) {
        return Answer.of("nvcc: NVIDIA (R) Cuda compiler driver\nCopyright (c) 2005-2025 NVIDIA Corporation\n"
                + "Built on Fri_Feb_21_20:23:50_PST_2025\nCuda compilation tools, release 12.8, V12.8.93\n"
                + "Build cuda_12.8.r12.8/compiler.35583870_0\n");
    }
}
