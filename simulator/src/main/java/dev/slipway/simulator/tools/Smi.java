package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.Driver;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays nvidia-smi: queries as CSV, the long report, links, and the settings a runbook makes. */
final class Smi implements Tool {
    static final String MODEL = "NVIDIA H100 80GB HBM3";
    static final int LINKS = 18;
    private static final int MIG_DEVICES = 7;

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        node.clock().spend(Duration.ofMillis(900));
        Optional<Answer> refusal = opened(node);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        String first = words.isEmpty() ? "" : words.getFirst();
        if (first.startsWith("--query-gpu=")) {
            return Answer.of(query(node, first.substring("--query-gpu=".length()), words));
        }
        if (first.startsWith("--query-compute-apps=")) {
            return Answer.of(computeApps(node, words));
        }
        return switch (first) {
            case "-q", "--query" -> Answer.of(new SmiReport(node).text());
            case "-L", "--list-gpus" -> Answer.of(list(node));
            case "nvlink" -> Answer.of(links(node));
            case "-pm" -> persistence(node, words);
            case "--gpu-reset", "-r" -> GpuReset.run(node, words);
            case "--version" -> Answer.of(version(node));
            case "" -> Answer.of(table(node));
            default ->
                Answer.of("Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.\n\n", "", 6);
        };
    }

    /** Returns the same for a program that opens the driver, which logs each one of another version. */
    static Optional<Answer> opened(SimulatedNode node) {
        Driver driver = node.driver();
        if (driver.state() == Driver.State.MISMATCH) {
            node.logKernel("NVRM: API mismatch: the client has the version " + driver.userspace() + ", but");
            node.logKernel("NVRM: this kernel module has the version "
                    + driver.resident().orElse("") + ".  Please");
            node.logKernel("NVRM: make sure that this kernel module and all NVIDIA driver");
            node.logKernel("NVRM: components have the same version.");
        }
        return refusal(node);
    }

    /** Returns why the driver does not answer, if it does not. */
    static Optional<Answer> refusal(SimulatedNode node) {
        Driver driver = node.driver();
        if (driver.withoutTools()) {
            return Optional.of(Answer.of("sh: nvidia-smi: not found\n", "", 127));
        }
        return switch (driver.state()) {
            case WORKS ->
                node.answering().isEmpty()
                        ? Optional.of(Answer.of("No devices were found\n", "", 6))
                        : Optional.empty();
            case MISMATCH ->
                Optional.of(Answer.of(
                        "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: "
                                + driver.userspace()
                                        .substring(0, driver.userspace().lastIndexOf('.')) + "\n",
                        "",
                        18));
            case NOT_LOADED ->
                Optional.of(Answer.of(
                        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that "
                                + "the latest NVIDIA driver is installed and running.\n\n",
                        "",
                        9));
        };
    }

    private static String query(SimulatedNode node, String fields, List<String> words) {
        List<GpuUnit> gpus = node.answering();
        StringBuilder out = new StringBuilder();
        if (words.stream().noneMatch(w -> w.contains("noheader"))) {
            out.append(fields.replace(",", ", ")).append('\n');
        }
        for (int index = 0; index < gpus.size(); index++) {
            GpuUnit gpu = gpus.get(index);
            int number = index;
            out.append(List.of(fields.split(",")).stream()
                            .map(f -> field(node, gpu, number, f))
                            .collect(Collectors.joining(", ")))
                    .append('\n');
        }
        return out.toString();
    }

    private static String field(SimulatedNode node, GpuUnit gpu, int index, String field) {
        GpuSettings settings = node.settings();
        return switch (field) {
            case "index" -> String.valueOf(index);
            case "uuid", "gpu_uuid" -> gpu.uuid();
            case "serial", "gpu_serial" -> gpu.serial();
            case "pci.bus_id", "gpu_bus_id" -> gpu.busId();
            case "name", "gpu_name" -> MODEL;
            case "driver_version" -> node.driver().resident().orElse("[N/A]");
            case "vbios_version" -> node.machine().vbios();
            case "persistence_mode" -> settings.persistence() ? "Enabled" : "Disabled";
            case "compute_mode" -> settings.computeMode();
            case "power.limit" -> settings.powerLimit() + ".00 W";
            case "clocks.applications.memory", "clocks.applications.mem" ->
                settings.clocks().memory() + " MHz";
            case "clocks.applications.graphics", "clocks.applications.gr" ->
                settings.clocks().graphics() + " MHz";
            case "ecc.mode.current" -> settings.ecc() ? "Enabled" : "Disabled";
            case "mig.mode.current" -> settings.mig() ? "Enabled" : "Disabled";
            case "memory.total" -> "81559 MiB";
            case "memory.used" -> "1 MiB";
            case "temperature.gpu" -> "30";
            default -> "[N/A]";
        };
    }

    private static String computeApps(SimulatedNode node, List<String> words) {
        String header = words.stream().anyMatch(w -> w.contains("noheader")) ? "" : "pid, process_name\n";
        return header
                + node.processes().stream()
                        .map(p -> p.pid() + ", " + p.command() + "\n")
                        .collect(Collectors.joining());
    }

    private static String list(SimulatedNode node) {
        StringBuilder out = new StringBuilder();
        List<GpuUnit> gpus = node.answering();
        for (int i = 0; i < gpus.size(); i++) {
            out.append("GPU " + i + ": " + MODEL + " (UUID: " + gpus.get(i).uuid() + ")\n");
            for (int device = 0; node.settings().mig() && device < MIG_DEVICES; device++) {
                out.append("  MIG 1g.10gb     Device  " + device + ": (UUID: MIG-"
                        + gpus.get(i).uuid().substring(4) + "-" + device + ")\n");
            }
        }
        return out.toString();
    }

    private static String links(SimulatedNode node) {
        boolean up = node.services().active(Services.FABRIC_MANAGER);
        StringBuilder out = new StringBuilder();
        List<GpuUnit> gpus = node.answering();
        for (int i = 0; i < gpus.size(); i++) {
            out.append("GPU " + i + ": " + MODEL + " (UUID: " + gpus.get(i).uuid() + ")\n");
            for (int link = 0; link < LINKS; link++) {
                out.append("\t Link " + link + (up ? ": 26.562 GB/s\n" : ": <inactive>\n"));
            }
        }
        return out.toString();
    }

    private static Answer persistence(SimulatedNode node, List<String> words) {
        boolean on = words.contains("1");
        node.settings(node.settings().persistence(on));
        node.note(NodeEvent.Kind.SETTINGS, "persistence " + on);
        return Answer.of(node.answering().stream()
                        .map(g -> (on ? "Enabled" : "Disabled") + " persistence mode for GPU " + g.busId() + ".\n")
                        .collect(Collectors.joining())
                + "All done.\n");
    }

    private static String version(SimulatedNode node) {
        return "NVIDIA-SMI version  : " + node.driver().userspace() + "\nNVML version        : "
                + node.driver().userspace() + "\nDRIVER version      : "
                + node.driver().resident().orElse("N/A") + "\nCUDA Version        : 12.8\n";
    }

    private static String table(SimulatedNode node) {
        return String.format(
                Locale.ROOT,
                "| NVIDIA-SMI %-22s Driver Version: %-14s CUDA Version: 12.8     |\n",
                node.driver().userspace(),
                node.driver().resident().orElse("N/A"));
    }

    /** Plays {@code fuser -v /dev/nvidia*}: the services that always hold the devices, then the processes on GPUs. */
    static Answer fuser(SimulatedNode node, List<String> words) {
        if (node.driver().resident().isEmpty()) {
            return Answer.failed(1, "Specified filename /dev/nvidia* does not exist.\n");
        }
        StringBuilder out = new StringBuilder("                     USER        PID ACCESS COMMAND\n");
        boolean persisted = node.services().active(Services.PERSISTENCED);
        boolean dcgm = node.services().active(Services.DCGM);
        List<GpuUnit> gpus = node.answering();
        for (GpuUnit gpu : gpus) {
            String name = "/dev/nvidia" + gpu.slot() + ":";
            name = line(out, name, persisted, "nvidia-p+  1204 F.... nvidia-persiste");
            name = line(out, name, dcgm, "root      1377 F...m nv-hostengine");
            for (String pod : node.driver().modules().pods().values()) {
                name = line(out, name, true, "root      9001 F.... " + pod);
            }
            for (GpuProcess process : node.processes()) {
                boolean here = process.slot() == gpu.slot();
                String command = process.command().substring(process.command().lastIndexOf('/') + 1);
                String shown = command.substring(0, Math.min(15, command.length()));
                name = line(out, name, here, String.format(Locale.ROOT, "root     %5d F...m %s", process.pid(), shown));
            }
        }
        boolean none = !persisted
                && !dcgm
                && node.processes().isEmpty()
                && node.driver().modules().pods().isEmpty();
        return none ? Answer.of("", "", 1) : Answer.of(out.toString());
    }

    private static String line(StringBuilder out, String name, boolean present, String text) {
        if (!present) {
            return name;
        }
        out.append(String.format(Locale.ROOT, "%-21s%s\n", name, text));
        return "";
    }
}
