package dev.slipway.facts.parse;

import dev.slipway.facts.Dkms;
import dev.slipway.facts.kernel.DriverLines;
import dev.slipway.facts.nvidia.DcgmiParser;
import dev.slipway.facts.schedulers.KubectlParser;
import dev.slipway.facts.services.FabricManagerParser;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Recognises lines that only one tool writes, one predicate per parser. A line that two tools may write is no mark. */
final class ToolMarks {
    private static final Map<String, Predicate<String>> MARKS = new TreeMap<>();
    private static final int LONGEST = 2_000;

    private static final Set<String> BUILDS = Set.of("added", "built", "installed", "broken");

    static {
        add(
                "alertmanager",
                "\"(?:groupKey|truncatedAlerts)\" ?:",
                "\"fingerprint\" ?:.*\"startsAt\"",
                "\"startsAt\".*\"fingerprint\"");
        add(
                "ansible",
                "^(?:PLAY|TASK) \\[",
                "^PLAY RECAP \\*",
                "^\\S+ \\| (?:SUCCESS|FAILED!?|UNREACHABLE!|CHANGED)(?: \\| rc=| =>)",
                "^ERROR! the playbook",
                "^\\S+ +: ok=[0-9]+ +changed=",
                "\"_event\" ?: ?\"v2_",
                "\"unreachable\": \\{?[0-9]");
        add(
                "dcgmi",
                "\"DCGM (?:GPU )?Diagnostic\"",
                "\"CRC (?:Data|FLIT) Error\"",
                "^dcgmi +version: ",
                "datacenter-gpu-manager",
                "^Error: .*(?:Return: |host ?engine)");
        add("dkms", "^Error! .*\\bdkms\\b");
        add(
                "ipmitool",
                "^Chassis Power (?:is|Control: )",
                "^System Power {2,}: ",
                "^SEL has no entries",
                "RMCP\\+? session$");
        add("kernel-log", "^\\[ *[0-9]{1,10}\\.[0-9]{6}] ", "^(?:\\S.{5,40} )?kernel: ", ": segfault at ");
        add("lsmod", "^Module +Size +Used by", "^nvidia(?:_\\w+)? +[0-9]{4,12} +[0-9]+(?: |$)");
        add("lspci", "^(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7] [A-Z0-9][\\w /]+(?: \\[[0-9a-f]{4}])?: ");
        add("modinfo", "^(?:filename: +/|vermagic: +[0-9])");
        add("mokutil", "^SecureBoot (?:en|dis)abled$", "^\\[key [0-9]+]$", " is (?:not|already) enrolled$");
        add("modprobe-rmmod", "^(?:modprobe|rmmod|insmod): (?:ERROR|FATAL|WARNING)");
        add(
                "nccl-tests",
                "^(?:\\S+ ?)?# ?nThread ",
                "^nThread [0-9]",
                "algbw +busbw",
                "Avg bus bandwidth",
                "Test NCCL failure",
                "^# nccl-tests version",
                "^# Collective test",
                "^There are not enough slots available");
        add(
                "nvidia-smi",
                "\\| NVIDIA-SMI ",
                "NVSMI LOG",
                "<nvidia_smi_log>",
                "^NVIDIA-SMI (?:version|has failed)",
                "^GPU [0-9]{1,4}: .*\\(UUID: ",
                "^Unable to de\\w+ the device handle for GPU",
                "^Failed to initialize NVML",
                "^The following GPUs could not be reset",
                "^\\s*GPU0\\s.*CPU Affinity",
                "^[a-z][\\w.]*(?: \\[\\w+])?, .*\\b(?:gpu_name|(?:gpu_)?uuid|pci\\.bus_id|driver_version)\\b");
        add(
                "packages",
                "^Desired=Unknown/",
                "^[uihrp][ncHUFWti][ R] +[a-z0-9][a-z0-9+.-]*(?::[a-z0-9]+)? +[0-9]\\S* +(?:amd64|arm64|all) ",
                "^dpkg(?:-query)?: ",
                "^E: ",
                "^ {2}(?:Installed|Candidate): ",
                "^Status: \\w+ (?:ok|reinstreq) ",
                "^(?:Setting up|Unpacking|Preparing to unpack) \\S+ ",
                "^Reading package lists",
                "^(?:Inst|Conf|Remv) \\S+ ",
                "^Last metadata expiration",
                "^package \\S+ is not installed$",
                "^Dependencies resolved\\.");
        add("proc-driver-version", "^NVRM version: +NVIDIA ");
        add(
                "slurm",
                "^(?:NodeName|PartitionName|ReservationName|JobId)=",
                "^(?:REASON|NODELIST|PARTITION|JOBID|HOSTNAMES) +[A-Z]+ ",
                "^ *JOBID +PARTITION",
                "^ *JobID(?:Raw)?(?: +[A-Z]|\\|)",
                "^Configuration data as of [0-9]",
                "\\|(?:NODELIST|HOSTNAMES)\\b",
                "^slurm_\\w+ error",
                "^(?:scontrol|sinfo|squeue): error",
                "openapi\\\\?/(?:slurmctld|v0\\.0\\.|dbv0)",
                "\"slurmd_start_time\"",
                "^Valid states are: NoResp");
        add(
                "systemd",
                "^ +Active: (?:active|inactive|failed|activating) ",
                "^(?:ActiveState|LoadState|UnitFileState)=",
                "^Failed to get unit file state",
                "^Unit \\S+ could not be found");
        add(
                "versions",
                "^cli-version: ",
                "^NVRM version: +[0-9]",
                "\"name\" : \"CUDA SDK\"",
                "^NVIDIA Container (?:Runtime|Toolkit CLI)",
                "^(?:runc|Docker|podman) version ",
                "^slurm(?:-wlm)? [0-9]",
                "^nvcc: NVIDIA",
                "^Command 'nvcc' not found",
                "^containerd (?:github|containerd)");
        more("dcgmi", DcgmiParser::writes);
        more(
                "dkms",
                line -> Dkms.of(line)
                        .filter(build -> BUILDS.contains(build.state()))
                        .isPresent());
        more("fabricmanager", FabricManagerParser::writes);
        more(
                "fabricmanager",
                line -> line.contains("nv-fabricmanager[") || line.contains("nvidia-fabricmanager-start"));
        more("kubectl", KubectlParser::writes);
        more("kernel-log", DriverLines::written);
    }

    private ToolMarks() {}

    private static void add(String parser, String... marks) {
        Pattern pattern = Pattern.compile(String.join("|", marks));
        more(parser, line -> pattern.matcher(line).find());
    }

    private static void more(String parser, Predicate<String> mark) {
        MARKS.merge(parser, mark, Predicate::or);
    }

    /** Returns the parsers whose tools alone write such a line; as a rule none or one. */
    static Set<String> of(String line) {
        String text = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
        Set<String> found = new TreeSet<>();
        MARKS.forEach((parser, mark) -> {
            if (mark.test(text)) {
                found.add(parser);
            }
        });
        return found;
    }
}
