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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Plays what the kernel and the bus report: modules, devices, kernel log. */
final class Kernel {
    private static final Pattern PLACE = Pattern.compile(",journal,s=51a7;i=([0-9a-f]+);");
    private static final String SIGNER = "DKMS module signing key";

    private Kernel() {}

    static Answer lspci(SimulatedNode node, List<String> words) {
        StringBuilder out = new StringBuilder();
        for (String place : node.fabric().switches()) {
            out.append(place + " Bridge [0680]: NVIDIA Corporation GH100 [H100 NVSwitch] [10de:22a3] (rev a1)\n");
        }
        for (GpuUnit gpu : node.machine().present()) {
            out.append(gpu.bdf()
                    + " 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)\n");
        }
        return Answer.of(out.toString());
    }

    static Answer modinfo(SimulatedNode node, List<String> words) {
        String module = words.isEmpty() ? "nvidia" : words.getLast();
        int k = words.indexOf("-k");
        String kernel = k >= 0 ? words.get(k + 1) : node.power().kernel();
        if (node.driver().packaged().isEmpty() || !node.kernels().built(kernel)) {
            return Answer.failed(1, "modinfo: ERROR: Module " + module + " not found.\n");
        }
        String version = node.driver().packaged().get();
        if (words.contains("-F") || words.contains("--field")) {
            return switch (words.get(words.indexOf("-F") + 1)) {
                case "license" -> Answer.of("Dual MIT/GPL\n");
                case "vermagic" -> Answer.of(kernel + " SMP preempt mod_unload modversions \n");
                case "signer" -> Answer.of(node.kernels().secureBoot() ? SIGNER + "\n" : "");
                default -> Answer.of(version + "\n");
            };
        }
        return Answer.of("filename:       /lib/modules/" + node.power().kernel()
                + ModuleTools.path(node) + "\nalias:          char-major-195-*\nversion:        " + version
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

    /** Returns NVIDIA's files in the initramfs of the next boot, as the probe prints them. */
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

    /** Returns the kernels in {@code /boot}, as {@code ls -1} sorts them. */
    static String bootFolder(SimulatedNode node) {
        List<String> files = new ArrayList<>();
        PackageTools tools = PackageTools.of(node);
        files.addAll(tools.bootFiles(node));
        node.packages().family().kernels(node.packages()).forEach(release -> files.addAll(tools.bootFiles(release)));
        files.sort(Comparator.naturalOrder());
        return String.join("\n", files) + "\n";
    }

    /** Plays {@code dracut -f …}, which prints nothing. */
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

    /** Returns the driver's lines of the kernel log since a moment, stamped as {@code -o short-unix} does. */
    static String log(SimulatedNode node, Instant since) {
        return text(node, node.log().since(since));
    }

    /** Returns the same of the boot that runs. */
    static String logOfThisBoot(SimulatedNode node) {
        return text(node, node.log().ofThisBoot());
    }

    private static String text(SimulatedNode node, List<KernelLog.Line> lines) {
        return lines.stream().map(line -> stamped(node, line, "kernel: ")).collect(Collectors.joining());
    }

    /** Returns where the log ends, as the probe prints it. */
    static String logEnd(SimulatedNode node) {
        return "journal " + cursor(node, node.log().end());
    }

    private static String cursor(SimulatedNode node, long number) {
        return "s=51a7;i=" + Long.toHexString(number) + ";b="
                + node.power().bootId().replace("-", "");
    }

    /**
     * Returns what the probe prints of the lines after a place: {@code BOOT_ID,journal,CURSOR}, or the begin of a boot.
     */
    static Answer logSinceMark(SimulatedNode node, String mark) {
        if (mark.isEmpty()) {
            return Answer.of("# not looked: nobody named a place\n");
        }
        Matcher place = PLACE.matcher(mark);
        if (!mark.startsWith(node.power().bootId() + ",") || !place.find()) {
            return Answer.of("# source=journal from=boot\n# oldest: " + oldest(node) + logOfThisBoot(node));
        }
        long number = Long.parseLong(place.group(1), 16);
        return Answer.of(
                node.log().keeps(number)
                        ? "# source=journal from=mark\n" + text(node, node.log().after(number))
                        : "# source=journal from=nowhere\n");
    }

    /** Returns what the kernel logged in the previous boot, if the journal survives boots. */
    static Answer logBefore(SimulatedNode node) {
        if (node.kernels().journalLost() || node.power().boots() < 2) {
            return Answer.failed(
                    1, "Specifying boot ID or boot offset has no effect, no persistent journal was found.\n");
        }
        StringBuilder out = new StringBuilder();
        node.log()
                .between(node.power().bootedBefore(), node.power().bootedAt())
                .forEach(line -> out.append(stamped(node, line, "kernel: ")));
        return Answer.of(out.toString());
    }

    /** Returns the first line of the stored log of this boot. */
    static String oldest(SimulatedNode node) {
        KernelLog.Line line = node.log()
                .begins()
                .map(at -> new KernelLog.Line(at, "perf: interrupt took too long (2510 > 2500)"))
                .orElseGet(() -> new KernelLog.Line(
                        node.log().shown(node.power().bootedAt()),
                        "Linux version " + node.power().kernel()));
        return stamped(node, line, "kernel: ");
    }

    private static String stamped(SimulatedNode node, KernelLog.Line line, String who) {
        return String.format(
                Locale.ROOT,
                "%d.%06d %s %s%s\n",
                line.at().getEpochSecond(),
                line.at().get(ChronoField.MICRO_OF_SECOND),
                node.name(),
                who,
                line.text());
    }

    /** Prints the journal's lines of the fabric manager and the kernel's lines on switches, as the probe does. */
    static Answer fabricLog(SimulatedNode node) {
        StringBuilder out = new StringBuilder("# source=journal\n");
        node.fabric().journal(node.power().bootedAt()).forEach(line -> out.append(stamped(node, line, "")));
        out.append("# source=kernel\n");
        node.log().ofThisBoot().stream()
                .filter(line -> line.text().contains("SXid"))
                .forEach(line -> out.append(stamped(node, line, "kernel: ")));
        return Answer.of(out.toString());
    }

    /** Returns a file for each switch that the driver brought up. */
    static Answer switchFiles(SimulatedNode node) {
        int switches =
                node.driver().resident().isPresent() ? node.fabric().switches().size() : 0;
        return Answer.of(IntStream.range(0, switches)
                .mapToObj(i -> "/dev/nvidia-nvswitch" + i + "\n")
                .collect(Collectors.joining()));
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
