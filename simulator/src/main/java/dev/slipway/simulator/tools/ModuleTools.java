package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.Driver;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.ModuleTable;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Plays lsmod, modprobe and rmmod for the driver's modules, and lists who holds the devices. */
final class ModuleTools {
    private static final Map<String, Integer> SIZES = Map.of(
            "nvidia", 104_153_088,
            "nvidia_modeset", 1_814_528,
            "nvidia_drm", 122_880,
            "nvidia_uvm", 2_093_056);
    private static final Map<String, List<String>> USED_BY =
            Map.of("nvidia", List.of("nvidia_uvm", "nvidia_modeset"), "nvidia_modeset", List.of("nvidia_drm"));
    private static final List<String> BESIDE = List.of("nvidia_peermem", "nvidia_fs", "gdrdrv");

    private static final String JOB = "job-";
    private static final String STRAY = "/kernel/drivers/video/nvidia.ko";

    private ModuleTools() {}

    /** Names the module's folder below its kernel's: a compiled one lies elsewhere than DKMS's. */
    static String path(SimulatedNode node) {
        PackageTools tools = PackageTools.of(node);
        return node.kernels().dkms() ? tools.module() : tools.compiledModule();
    }

    static Answer lsmod(SimulatedNode node, List<String> words) {
        StringBuilder out = new StringBuilder("Module                  Size  Used by\n");
        node.driver().beside().forEach(m -> row(out, m, 16_384, 0, List.of()));
        for (String module : ModuleTable.OWN.reversed()) {
            if (node.driver().modules().loaded(module)) {
                List<String> users = users(node, module);
                int uses = users.size() + holding(node, module);
                row(out, module, SIZES.getOrDefault(module, 0), uses, users);
            }
        }
        out.append("ecc                    45056  1 ecdh_generic\n");
        return Answer.of(out.toString());
    }

    private static void row(StringBuilder out, String module, int size, int uses, List<String> users) {
        String by = users.isEmpty() ? "" : " " + String.join(",", users);
        out.append(String.format(Locale.ROOT, "%-19s %10d  %d%s\n", module, size, uses, by));
    }

    private static List<String> users(SimulatedNode node, String module) {
        List<String> users = new ArrayList<>(USED_BY.getOrDefault(module, List.of()));
        users.removeIf(user -> !node.driver().modules().loaded(user));
        if (module.equals("nvidia")) {
            users.addAll(node.driver().beside());
        }
        return users;
    }

    /**
     * Returns how many hold a module beside other modules: services, pods of the operator, processes, and what was
     * leaked.
     */
    static int holding(SimulatedNode node, String module) {
        int processes = node.processes().size();
        if (module.equals("nvidia_uvm")) {
            return processes;
        }
        if (!module.equals("nvidia")) {
            return 0;
        }
        int services = (int) List.of(Services.PERSISTENCED, Services.DCGM, Services.FABRIC_MANAGER).stream()
                .filter(node.services()::active)
                .count();
        return processes
                + services
                + node.driver().modules().pods().size()
                + (node.driver().modules().leaked() ? 1 : 0);
    }

    static Answer rmmod(SimulatedNode node, List<String> words) {
        String module = words.isEmpty() ? "" : words.getLast().replace('-', '_');
        Driver driver = node.driver();
        if (!driver.modules().loaded(module) && !driver.beside().contains(module)) {
            return Answer.failed(1, "rmmod: ERROR: Module " + module + " is not currently loaded\n");
        }
        boolean forced = words.contains("-f") || words.contains("--force");
        List<String> users = users(node, module);
        if (!forced && !users.isEmpty()) {
            return Answer.failed(
                    1, "rmmod: ERROR: Module " + module + " is in use by: " + String.join(" ", users) + "\n");
        }
        if (!forced && holding(node, module) > 0) {
            return Answer.failed(1, "rmmod: ERROR: Module " + module + " is in use\n");
        }
        node.clock().spend(Duration.ofSeconds(1));
        driver.unload(module);
        node.note(NodeEvent.Kind.MODULES, "rmmod " + module);
        return Answer.of("");
    }

    static Answer modprobe(SimulatedNode node, List<String> words) {
        String module = words.isEmpty() ? "" : words.getLast().replace('-', '_');
        Driver driver = node.driver();
        if (driver.modules().loaded(module) || driver.beside().contains(module)) {
            return Answer.of("");
        }
        if (module.equals("nvidia")) {
            return insert(node);
        }
        boolean known = BESIDE.contains(module) || ModuleTable.OWN.contains(module);
        if (!known || driver.resident().isEmpty()) {
            return Answer.failed(
                    1,
                    "modprobe: FATAL: Module " + module + " not found in directory /lib/modules/"
                            + node.power().kernel() + "\n");
        }
        driver.loadBeside(module);
        return Answer.of("");
    }

    private static Answer insert(SimulatedNode node) {
        node.clock().spend(Duration.ofSeconds(8));
        Optional<ModuleTable.Refusal> refusal = node.driver().modules().refusal();
        if (refusal.isPresent()) {
            node.logKernel(refusal.get().logged());
            return Answer.failed(
                    1,
                    "modprobe: ERROR: could not insert 'nvidia': "
                            + refusal.get().said() + "\n");
        }
        if (node.driver().onDisk().isEmpty()) {
            return Answer.failed(
                    1,
                    "modprobe: FATAL: Module nvidia not found in directory /lib/modules/"
                            + node.power().kernel() + "\n");
        }
        node.reloaded();
        node.note(
                NodeEvent.Kind.MODULES,
                "modprobe nvidia " + node.driver().resident().orElse(""));
        return Answer.of("");
    }

    /** Returns the paths of the driver's module for the running kernel. */
    static Answer files(SimulatedNode node) {
        if (node.driver().onDisk().isEmpty()) {
            return Answer.of("");
        }
        String stray = node.driver().modules().stray() ? folder(node) + STRAY + "\n" : "";
        return Answer.of(folder(node) + path(node) + "\n" + stray);
    }

    private static String folder(SimulatedNode node) {
        return "/lib/modules/" + node.power().kernel();
    }

    /** Returns what the probe prints of the owners of several copies: the one that DKMS built belongs to no package. */
    static Answer owners(SimulatedNode node) {
        ModuleTable modules = node.driver().modules();
        return Answer.of(
                modules.stray() && node.driver().onDisk().isPresent()
                        ? folder(node) + path(node) + "\t\n" + folder(node) + STRAY + "\t"
                                + modules.strayPackage().orElse("") + "\n"
                        : "");
    }

    /** Returns what the probe prints of the firmware on disk. */
    static Answer firmware(SimulatedNode node) {
        StringBuilder out = new StringBuilder();
        node.driver().firmware().directories().forEach((version, files) -> {
            out.append("d 4096 " + version + "\n");
            files.forEach((name, bytes) -> out.append("f " + bytes + " " + version + "/" + name + "\n"));
        });
        return Answer.of(out.toString());
    }

    /** Returns what the probe prints of the settings that turn the GPU's system processor on or off. */
    static Answer gspSetting(SimulatedNode node) {
        return Answer.of(node.driver()
                .firmware()
                .setting()
                .map(value -> "/etc/modprobe.d/nvidia-gsp.conf:options nvidia NVreg_EnableGpuFirmware=" + value + "\n")
                .orElse(""));
    }

    /**
     * Plays {@code slipway-holders}: pid, device, command and control group of every process that holds a device file.
     */
    static Answer holders(SimulatedNode node, List<String> arguments) {
        StringBuilder out = new StringBuilder();
        if (node.driver().resident().isPresent()) {
            if (node.services().active(Services.PERSISTENCED)) {
                out.append("1204\t/dev/nvidiactl\tnvidia-persiste\t/system.slice/nvidia-persistenced.service\n");
            }
            if (node.services().active(Services.DCGM)) {
                out.append("1377\t/dev/nvidia0\tnv-hostengine\t/system.slice/nvidia-dcgm.service\n");
            }
            node.driver()
                    .modules()
                    .pods()
                    .forEach((uid, command) -> out.append("9" + Math.floorMod(uid.hashCode(), 1000)
                            + "\t/dev/nvidiactl\t" + command + "\t" + pod(uid) + "\n"));
            for (GpuProcess process : node.processes()) {
                String command = process.command().substring(process.command().lastIndexOf('/') + 1);
                String group = group(process);
                out.append(process.pid() + "\t/dev/nvidia" + process.slot() + "\t" + command + "\t" + group + "\n");
            }
        }
        node.processes().stream()
                .filter(GpuProcess::mps)
                .forEach(server -> out.append((server.pid() - 1) + "\tmps\tnvidia-cuda-mps-control\t" + group(server)
                        + "\n" + server.pid() + "\tmps\tnvidia-cuda-mps-server\t" + group(server) + "\n"));
        return Answer.of(out.append("end\n").toString());
    }

    /** Plays {@code echo quit}: the daemon at the default location ends with its server. */
    static Answer mpsQuit(SimulatedNode node, List<String> arguments) {
        node.endMps();
        node.note(NodeEvent.Kind.SERVICE, "quit mps");
        return Answer.of("");
    }

    /** Plays {@code nvidia-cuda-mps-control -d}; its server comes with the first program, which is not awaited here. */
    static Answer mpsStart(SimulatedNode node, List<String> arguments) {
        if (node.processes().stream().noneMatch(GpuProcess::mps)) {
            node.addProcess(new GpuProcess(5010, GpuProcess.MPS, 0, "foreign"));
            node.note(NodeEvent.Kind.SERVICE, "start mps");
        }
        return Answer.of("");
    }

    private static String group(GpuProcess process) {
        if (process.owner().equals("foreign")) {
            return "/user.slice/user-0.slice/session-3.scope";
        }
        return process.owner().startsWith(JOB)
                ? "/system.slice/slurmstepd.scope/job_" + process.owner().substring(JOB.length()) + "/step_0"
                : pod(process.owner());
    }

    /** Returns the processes on the GPUs with their begin, which is the boot's. */
    static Answer gpuJobs(SimulatedNode node) {
        StringBuilder out = new StringBuilder();
        long begin = node.power().bootedAt().getEpochSecond();
        node.processes().forEach(process -> out.append(process.pid() + "\t" + begin + "\t" + group(process) + "\n"));
        return Answer.of(out.toString());
    }

    private static String pod(String uid) {
        return "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" + uid.replace('-', '_')
                + ".slice/a.scope";
    }

    /** Plays {@code nvidia-smi -pm 0}, whose failure does not count. */
    static Answer persistenceOff(SimulatedNode node, List<String> arguments) {
        return Answer.of(new Smi().run(node, List.of("-pm", "0")).text());
    }
}
