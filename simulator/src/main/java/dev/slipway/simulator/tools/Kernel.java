package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.KernelLog;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the kernel and the bus say: modules, devices, kernel log, boot entries. */
final class Kernel {
    private static final List<String> SWITCHES = List.of("05", "06", "07", "08");

    private Kernel() {}

    static Answer lspci(SimulatedNode node, List<String> words) {
        StringBuilder out = new StringBuilder();
        for (String bus : SWITCHES) {
            out.append("0000:" + bus
                    + ":00.0 Bridge [0680]: NVIDIA Corporation GH100 [H100 NVSwitch] [10de:22a3] (rev a1)\n");
        }
        for (GpuUnit gpu : node.machine().present()) {
            out.append(gpu.bdf()
                    + " 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)\n");
        }
        return Answer.of(out.toString());
    }

    static Answer modinfo(SimulatedNode node, List<String> words) {
        String module = words.isEmpty() ? "nvidia" : words.getLast();
        if (node.driver().onDisk().isEmpty()) {
            return Answer.failed(1, "modinfo: ERROR: Module " + module + " not found.\n");
        }
        String version = node.driver().onDisk().get();
        if (words.contains("-F") || words.contains("--field")) {
            return Answer.of(words.contains("license") ? "Dual MIT/GPL\n" : version + "\n");
        }
        return Answer.of("filename:       /lib/modules/" + node.power().kernel()
                + PackageTools.of(node).module() + "\nalias:          char-major-195-*\nversion:        " + version
                + "\nsupported:      external\nlicense:        Dual MIT/GPL\nfirmware:       nvidia/" + version
                + "/gsp_tu10x.bin\nfirmware:       nvidia/" + version
                + "/gsp_ga10x.bin\nsrcversion:     8774ECCCFBD53AA8A183150\nname:           nvidia\nvermagic:       "
                + node.power().kernel() + " SMP preempt mod_unload modversions \n");
    }

    static Answer procDriver(SimulatedNode node) {
        return node.driver()
                .resident()
                .map(v -> Answer.of("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  " + v
                        + "  Release Build  (dvs-builder@U22-I3-AE18-09-6)  Wed May  7 14:41:16 UTC 2025\n"
                        + "GCC version:  gcc version " + PackageTools.of(node).compiler() + "\n"))
                .orElseGet(() -> Answer.failed(1, "cat: /proc/driver/nvidia/version: No such file or directory\n"));
    }

    static Answer dkms(SimulatedNode node, List<String> words) {
        String module = PackageTools.of(node).source() + "/";
        return Answer.of(node.driver()
                .onDisk()
                .map(v -> module + v + ", " + node.power().nextKernel() + ", x86_64: installed\n")
                .orElse(module + node.driver().userspace() + ": added\n"));
    }

    /** Of the list of files in the initramfs of the next boot those of NVIDIA, as the probe prints them. */
    static Answer initramfsFiles(SimulatedNode node) {
        String kernel = node.power().nextKernel();
        String driver = node.driver()
                .initramfs()
                .map(v -> "usr/lib/firmware/nvidia/" + v + "/gsp_ga10x.bin\nusr/lib/modules/" + kernel
                        + "/updates/dkms/nvidia.ko.zst\n")
                .orElse("");
        return Answer.of("# /boot/initrd.img-" + kernel + "\n" + driver + "# files 3120\n");
    }

    static Answer uname(SimulatedNode node, List<String> words) {
        return Answer.of(words.contains("-r") ? node.power().kernel() + "\n" : "Linux\n");
    }

    /** The kernels in {@code /boot}, as {@code ls -1} sorts them. */
    static String bootFolder(SimulatedNode node) {
        List<String> files = new ArrayList<>();
        PackageTools tools = PackageTools.of(node);
        files.addAll(tools.bootFiles(node));
        node.packages().family().kernels(node.packages()).forEach(release -> files.addAll(tools.bootFiles(release)));
        files.sort(Comparator.naturalOrder());
        return String.join("\n", files) + "\n";
    }

    /** {@code grub-set-default ENTRY}. */
    static Answer grub(SimulatedNode node, List<String> words) {
        startsNext(node, words.isEmpty() ? "" : words.getLast());
        return Answer.of("");
    }

    /** {@code grubby --default-kernel} and {@code --set-default FILE}. */
    static Answer grubby(SimulatedNode node, List<String> words) {
        if (words.contains("--set-default")) {
            String file = words.getLast();
            return startsNext(node, file)
                    ? Answer.of("The default is " + file + "\n")
                    : Answer.failed(1, "The param " + file + " is incorrect\n");
        }
        return words.contains("--default-kernel")
                ? Answer.of("/boot/vmlinuz-" + node.power().nextKernel() + "\n")
                : Answer.failed(1, "grubby: no action specified\n");
    }

    private static boolean startsNext(SimulatedNode node, String entry) {
        Optional<String> kernel = node.packages().family().kernels(node.packages()).stream()
                .filter(entry::endsWith)
                .findFirst();
        kernel.ifPresent(node.power()::nextKernel);
        return kernel.isPresent();
    }

    /** {@code dracut -f --regenerate-all}, which says nothing. */
    static Answer dracut(SimulatedNode node, List<String> words) {
        node.clock().spend(java.time.Duration.ofSeconds(40));
        node.driver().initramfsRenewed();
        return Answer.of("");
    }

    static Answer initramfs(SimulatedNode node, List<String> words) {
        node.clock().spend(java.time.Duration.ofSeconds(25));
        node.driver().initramfsRenewed();
        return Answer.of(
                "update-initramfs: Generating /boot/initrd.img-" + node.power().nextKernel() + "\n");
    }

    /** The driver's lines of the kernel log since a moment, stamped as {@code -o short-unix} does. */
    static String log(SimulatedNode node, Instant since) {
        StringBuilder out = new StringBuilder();
        for (KernelLog.Line line : node.log().since(since)) {
            out.append(String.format(
                    Locale.ROOT,
                    "%d.%06d %s kernel: %s\n",
                    line.at().getEpochSecond(),
                    line.at().get(ChronoField.MICRO_OF_SECOND),
                    node.name(),
                    line.text()));
        }
        return out.toString();
    }

    static Answer journal(SimulatedNode node, List<String> words) {
        Instant since = words.stream()
                .filter(w -> w.startsWith("--since=@"))
                .map(w -> Instant.ofEpochSecond(Long.parseLong(w.substring("--since=@".length()))))
                .findFirst()
                .orElse(Instant.EPOCH);
        String log = log(node, since);
        return Answer.of(log.isEmpty() ? "-- No entries --\n" : log);
    }
}
