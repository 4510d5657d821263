package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines that NVIDIA's kernel modules write, and which of them are known to be harmless. What a new release says anew is
 * neither: it is named, and a log that holds it does not pass.
 */
public final class DriverLines {
    private static final Pattern WRITTEN = Pattern.compile("\\bNVRM: ?|(?:^|[\\s;:\\]])(?:nvidia[a-z_-]*[0-9]*"
            + "(?: [0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])?|nv_peer_mem|gdrdrv"
            + "|nvidia-peermem \\w+:[0-9]+)(?:: | ERROR)"
            + "|\\[nvidia-drm]|\\bnvidia-peermem nv_\\w+:");

    /** Programs in user space whose names begin like those of the modules. */
    private static final Pattern PROGRAM = Pattern.compile(
            "\\bnvidia-(?:smi|persistenced|fabricmanager|modprobe|ctk|cdi|container|settings|xconfig|powerd|sleep)");

    private static final String NUMBER = "[0-9]{1,9}";
    private static final Pattern HARMLESS =
            Pattern.compile("NVRM: loading NVIDIA UNIX|NVRM: Persistence mode is deprecated"
                    // Left pending by the VBIOS before the driver's start: open-gpu-kernel-modules, gpu_ga100.c.
                    + "|NVRM: (?:GPU[0-9]{1,3} )?gpuClearFbhubPoisonIntrForBug2924523_GA100: "
                    + "FBHUB Interrupt detected\\. Clearing it\\."
                    + "|nvidia[a-z_-]*: (?:loading out-of-tree module taints|module license 'NVIDIA' taints"
                    + "|module verification failed:"
                    + "|module uses symbols \\S+ from proprietary module nvidia)"
                    + "|nvidia-nvlink: (?:Nvlink Core is being initialized|Unregistered (?:the )?Nvlink Core)"
                    + "|nvidia \\S+: (?:enabling device|vgaarb: |PCI->APIC IRQ|irq " + NUMBER
                    + " for MSI|Using \\S+-bit DMA|"
                    + "\\[drm]|(?:runtime IRQ|can't change power state from D3cold))"
                    + "|nvidia-modeset: (?:Loading|Unloading) "
                    + "|\\[nvidia-drm] \\[GPU ID 0x[0-9a-f]+] (?:Loading|Unloading) driver|Initialized nvidia-drm "
                    + "|nvidia[-_]uvm: (?:Loaded|Unloaded) the UVM driver"
                    + "|nvidia-nvswitch" + NUMBER
                    + ": (?:open|release|close|using MSI|request IRQ|removing device|Probing device|device created"
                    + "|SXid monitoring)"
                    + "|nvidia-nvswitch: (?:Probing device|Loading|Unloading|Version )"
                    + "|nvidia-peermem: (?:loaded|unloaded)|nvidia-fs: (?:Initializing|registered|unregistered|Loaded"
                    + "|Unloaded)|gdrdrv: loading");

    /** The rest of messages that fill several lines; they stand behind the line that tells what happened. */
    private static final Pattern REST = Pattern.compile("NVRM: +(?:this kernel module has |make sure that this kernel|"
            + "components have the same version|GPU at PCI:|GPU Board Serial Number|GPU[0-9]+ RPC "
            + "|GPU[0-9]+ GSP RPC buffer|"
            + "entry +function|-?[0-9]+ +[0-9]+ +[A-Z]|osInitNvMapping: |RmInitAdapter: osInitNvMapping|"
            + "None of the NVIDIA devices were|The NVIDIA GPU |\\(PCI ID: |installed in this system|Rate limiting|"
            + "(?:was|were) loaded and obtained|Try unloading the conflicting|reconfigure your kernel"
            + "|driver\\(s\\)\\), then try|again\\.|"
            + "BAR[0-9] is |The system BIOS may have|supported through the|Continuing probe|kfspPrepareBootCommands|"
            + "rivafb|nvidiafb|This can occur when|nouveau)"
            + "|nvidia: probe of \\S+ failed with error");

    /** Finds the lines that only name the GPU whose errors the driver reports. */
    private static final Pattern GPU = Pattern.compile("NVRM: GPU at PCI:|NVRM: GPU Board Serial Number");

    private static final Pattern NAMED = Pattern.compile("(?i)\\b(name|comm|process|client)([=:] ?)\\S+");
    private static final Pattern UUID = Pattern.compile("(?i)\\bGPU-[0-9a-f-]{8,40}");
    private static final Pattern HEX = Pattern.compile(
            "(?i)\\b(?:[0-9a-f]{2,8}(?::[0-9a-f]{2}){1,2}(?:\\.[0-7])?|0x[0-9a-f]+|(?=[a-f]*[0-9])[0-9a-f]{4,40})\\b");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\s]+");
    private static final int LONGEST = 200;
    private static final int MOST = 200;
    private static final String MORE = "nvidia: more lines of the driver than were read";

    private DriverLines() {}

    /**
     * Returns the lines of the driver that are neither an event of the GPUs nor known to be harmless, each
     * {@link #masked} and once, the first of them. A failure that is no event, such as that of a device that the driver
     * leaves alone, counts. The rest of a message counts only where no error stands in the log that it belongs to. Of
     * lines {@code beside} nobody has taken an error, so one that looks like it counts.
     */
    public static List<String> unknown(List<String> lines, List<String> beside) {
        boolean failed = lines.stream().anyMatch(DriverLines::failure);
        List<String> unknown = Stream.concat(lines.stream().filter(line -> !KernelLine.event(line)), beside.stream())
                .filter(line -> written(line) && !harmless(line))
                .filter(line -> !SuppressedLines.in(line) && !GPU.matcher(line).find())
                .filter(line -> failure(line) || !failed || !rest(line))
                .map(DriverLines::masked)
                .distinct()
                .toList();
        return unknown.size() <= MOST
                ? unknown
                : Stream.concat(unknown.stream().limit(MOST), Stream.of(MORE)).toList();
    }

    private static boolean failure(String line) {
        return !(KernelLine.of(line) instanceof KernelLine.Other) || peerMemory(line);
    }

    /** Says whether the module for peer memory reports an error, which also the end of a job may cause. */
    static boolean peerMemory(String line) {
        return line.contains("nvidia-peermem") && line.contains("ERROR");
    }

    /**
     * Returns the line from the driver's word on, without what differs between GPUs, boots and nodes: numbers,
     * addresses, process ids and names. Equal messages are equal then.
     */
    public static String masked(String line) {
        Matcher word = WRITTEN.matcher(line);
        String text = word.find() ? line.substring(word.start()).replaceFirst("^[\\s;:\\]]+", "") : line;
        String unnamed = UUID.matcher(NAMED.matcher(text).replaceAll("$1$2#")).replaceAll("#");
        String masked = DIGITS.matcher(HEX.matcher(unnamed).replaceAll("#")).replaceAll("#");
        return Text.shorten(UNPRINTABLE.matcher(masked).replaceAll(" ").strip(), LONGEST);
    }

    /** Says whether one of NVIDIA's kernel modules wrote this line, or the kernel wrote it of one of them. */
    public static boolean written(String line) {
        return line.contains("NVRM:")
                || (WRITTEN.matcher(line).find() && !PROGRAM.matcher(line).find());
    }

    /** Says whether such a line is known to mean no fault. */
    static boolean harmless(String line) {
        return HARMLESS.matcher(line).find();
    }

    /** Says whether such a line only continues a message whose first line says what happened. */
    static boolean rest(String line) {
        return REST.matcher(line).find();
    }
}
