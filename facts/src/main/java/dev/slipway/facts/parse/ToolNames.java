package dev.slipway.facts.parse;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Maps the names that people type to a tool: the program's own, or that of its parser. If a program prints what several
 * parsers read, {@code journalctl} for one, the output decides, and the first parser where it does not.
 */
public final class ToolNames {
    private static final Map<String, List<String>> PARSERS = new TreeMap<>();

    static {
        ToolParsers.names().forEach(name -> PARSERS.put(name, List.of(name)));
        add("kernel-log", "dmesg");
        add("packages", "apt", "apt-cache", "apt-get", "apt-mark", "dnf", "dpkg", "dpkg-query", "rpm", "yum");
        add("modprobe-rmmod", "insmod", "modprobe", "rmmod");
        add("slurm", "sacct", "scontrol", "slurmrestd", "squeue");
        add("kubectl", "oc");
        add("systemd", "systemctl");
        add("nccl-tests", "all_reduce_perf", "all_gather_perf", "alltoall_perf", "broadcast_perf", "mpirun");
        add("dcgmi", "nv-hostengine");
        add("ansible", "ansible-playbook");
        add("alertmanager", "amtool");
        add("versions", "containerd", "docker", "nvcc", "nvidia-container-cli", "nvidia-container-runtime");
        add("versions", "nvidia-ctk", "podman", "runc");
        PARSERS.put("journalctl", List.of("kernel-log", "fabricmanager"));
        PARSERS.put("nv-fabricmanager", List.of("fabricmanager", "versions"));
        PARSERS.put("sinfo", List.of("slurm", "versions"));
    }

    private ToolNames() {}

    private static void add(String parser, String... typed) {
        for (String name : typed) {
            PARSERS.put(name, List.of(parser));
        }
    }

    /** Returns every name in use, sorted. */
    public static Set<String> all() {
        return Collections.unmodifiableSet(PARSERS.keySet());
    }

    /** Returns the parser that reads what the tool of this name printed; empty if there is no such name. */
    public static Optional<String> parser(String name, byte[] bytes) {
        List<String> parsers = PARSERS.getOrDefault(name, List.of());
        if (parsers.size() < 2) {
            return parsers.stream().findFirst();
        }
        Set<String> fitting = new TreeSet<>(ToolGuess.of(bytes).parsers());
        fitting.retainAll(parsers);
        return Optional.of(fitting.size() == 1 ? fitting.iterator().next() : parsers.getFirst());
    }

    /** Returns whether the tool of this name may have printed a kernel log. */
    public static boolean readsKernelLog(String name) {
        return PARSERS.getOrDefault(name, List.of()).contains("kernel-log");
    }

    /** Returns the name of this parser that people type. */
    public static String typed(String parser) {
        return switch (parser) {
            case "kernel-log" -> "dmesg";
            case "modprobe-rmmod" -> "modprobe";
            case "packages" -> "apt";
            case "slurm" -> "scontrol";
            case "systemd" -> "systemctl";
            default -> parser;
        };
    }
}
