package dev.slipway.facts.parse;

import dev.slipway.facts.kernel.DkmsParser;
import dev.slipway.facts.kernel.KernelLogParser;
import dev.slipway.facts.kernel.LogBound;
import dev.slipway.facts.kernel.LsmodParser;
import dev.slipway.facts.kernel.LspciParser;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.kernel.MokutilParser;
import dev.slipway.facts.nvidia.DcgmiParser;
import dev.slipway.facts.nvidia.NvidiaSmiParser;
import dev.slipway.facts.nvidia.nccl.NcclParser;
import dev.slipway.facts.packages.PackagesParser;
import dev.slipway.facts.schedulers.AlertmanagerParser;
import dev.slipway.facts.schedulers.AnsibleParser;
import dev.slipway.facts.schedulers.KubectlParser;
import dev.slipway.facts.schedulers.SlurmParser;
import dev.slipway.facts.services.FabricManagerParser;
import dev.slipway.facts.services.IpmiParser;
import dev.slipway.facts.services.SystemdParser;
import dev.slipway.facts.services.VersionsParser;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Finds the parsers by the name of their tool. */
public final class ToolParsers {
    private static final String KERNEL_LOG = "kernel-log";
    private static final Map<String, Parser> PARSERS = new TreeMap<>();

    static {
        NvidiaSmiParser smi = new NvidiaSmiParser();
        PARSERS.put("alertmanager", new AlertmanagerParser());
        PARSERS.put("ansible", new AnsibleParser());
        PARSERS.put("dcgmi", new DcgmiParser());
        PARSERS.put("dkms", new DkmsParser());
        PARSERS.put("fabricmanager", new FabricManagerParser());
        PARSERS.put("ipmitool", new IpmiParser());
        PARSERS.put(KERNEL_LOG, new KernelLogParser(LogBound.NONE));
        PARSERS.put("kubectl", new KubectlParser());
        PARSERS.put("lsmod", new LsmodParser());
        PARSERS.put("lspci", new LspciParser());
        PARSERS.put("modinfo", ModuleParser::modinfo);
        PARSERS.put("modprobe-rmmod", ModuleParser::tools);
        PARSERS.put("mokutil", new MokutilParser());
        PARSERS.put("nccl-tests", new NcclParser());
        PARSERS.put("nvidia-smi", smi);
        PARSERS.put("nvidia-smi-errors", smi);
        PARSERS.put("nvidia-smi-xml", smi);
        PARSERS.put("packages", new PackagesParser());
        PARSERS.put("proc-driver-version", ModuleParser::loaded);
        PARSERS.put("slurm", new SlurmParser());
        PARSERS.put("systemd", new SystemdParser());
        PARSERS.put("versions", new VersionsParser());
    }

    private ToolParsers() {}

    /** Returns the tools that have a parser, sorted. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(PARSERS.keySet());
    }

    /**
     * Returns the report on the output of {@code tool}. Never throws for any bytes, in time and memory bounded by their
     * first 4 MiB; a message of a shell, sudo or ssh in place of the tool is an error.
     *
     * @throws IllegalArgumentException for a tool that has no parser
     */
    public static ToolReport<?> parse(String tool, byte[] bytes, OptionalInt exit) {
        Parser parser = Optional.ofNullable(PARSERS.get(tool))
                .orElseThrow(() -> new IllegalArgumentException("no parser for " + tool + "; there are " + names()));
        Output output = Output.of(bytes, exit);
        ToolReport<?> report = parser.parse(output);
        return switch (tool) {
            case "versions" -> report;
            case KERNEL_LOG -> kernelLog(output, report);
            default -> ErrorLines.notRunUnlessRead(output, report);
        };
    }

    /** Returns the same for a kernel log, without what is older than {@code bound}. */
    public static ToolReport<?> kernelLog(byte[] bytes, OptionalInt exit, LogBound bound) {
        Output output = Output.of(bytes, exit);
        return kernelLog(output, new KernelLogParser(bound).parse(output));
    }

    /** A kernel's log may contain programs' messages about their own failures. */
    private static ToolReport<?> kernelLog(Output output, ToolReport<?> report) {
        boolean kernel = output.written().stream().anyMatch(line -> KernelLogParser.written(line.text()));
        return kernel ? report : ErrorLines.notRun(output).orElse(report);
    }
}
