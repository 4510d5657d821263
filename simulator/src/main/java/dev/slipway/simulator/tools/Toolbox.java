package dev.slipway.simulator.tools;

import dev.slipway.facts.ShellWords;
import dev.slipway.simulator.node.CommandKilled;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Is the shell of one node: it runs a command line with its effects and its planned faults. */
public final class Toolbox {
    private static final int NOT_FOUND = 127;
    private static final Set<String> FOR_ROOT = Set.of(
            "slipway-start",
            "slipway-end",
            "slipway-reboot",
            "slipway-evidence",
            "slipway-vendor",
            "slipway-mark",
            "update-initramfs",
            "dracut",
            "grub-set-default",
            "grub-reboot",
            "grub2-reboot",
            "update-grub",
            "grub-editenv",
            "grub2-editenv",
            "depmod",
            "slipway-deny-nouveau",
            "slipway-grub-saved",
            "rm",
            "grubby",
            "modprobe",
            "rmmod",
            "slipway-holders",
            "slipway-mps-quit");

    /** The paths of an unprivileged login on Debian do not lead there. */
    private static final Set<String> IN_SBIN = Set.of("modinfo");

    private static final Map<String, Tool> TOOLS = Map.ofEntries(
            Map.entry("nvidia-smi", new Smi()),
            Map.entry("fuser", Smi::fuser),
            Map.entry("dcgmi", new Dcgmi()),
            Map.entry("nv-hostengine", Dcgmi::hostengine),
            Map.entry("all_reduce_perf", new Nccl(false)),
            Map.entry("mpirun", new Nccl(true)),
            Map.entry("systemctl", new Systemctl()),
            Map.entry("lspci", Kernel::lspci),
            Map.entry("lsmod", ModuleTools::lsmod),
            Map.entry("modprobe", ModuleTools::modprobe),
            Map.entry("rmmod", ModuleTools::rmmod),
            Map.entry("modinfo", Kernel::modinfo),
            Map.entry("dkms", KernelModules::dkms),
            Map.entry("depmod", (node, words) -> Answer.of("")),
            Map.entry("uname", Kernel::uname),
            Map.entry("journalctl", Kernel::journal),
            Map.entry("nvidia-ctk", ContainerToolkit::run),
            Map.entry("nvidia-cuda-mps-control", ModuleTools::mpsStart),
            Map.entry("nvcc", (node, words) -> Probe.nvcc(node)),
            Map.entry("cat", Files::cat),
            Map.entry("ls", Files::ls),
            Map.entry("rm", Files::rm),
            Map.entry("hostname", (node, words) -> Answer.of(node.name() + "\n")),
            Map.entry("true", (node, words) -> Answer.of("")),
            Map.entry("false", (node, words) -> Answer.failed(1, "")));

    private final SimulatedNode node;
    private final Map<String, Tool> scripts;

    public Toolbox(SimulatedNode node) {
        this.node = node;
        JobScripts jobs = new JobScripts(this);
        this.scripts = Map.ofEntries(
                Map.entry("slipway-probe", Probe::run),
                Map.entry("slipway-start", jobs::start),
                Map.entry("slipway-poll", jobs::poll),
                Map.entry("slipway-end", jobs::end),
                Map.entry("slipway-reboot", Toolbox::reboot),
                Map.entry("slipway-mark", Toolbox::mark),
                Map.entry("slipway-holders", ModuleTools::holders),
                Map.entry("slipway-mps-quit", ModuleTools::mpsQuit),
                Map.entry("slipway-persistence-off", ModuleTools::persistenceOff),
                Map.entry("slipway-deny-nouveau", KernelModules::deny),
                Map.entry("slipway-drop-in", Files::dropIn),
                Map.entry("slipway-boot-unit", Files::bootUnit),
                Map.entry("slipway-grub-saved", Grub::saved),
                Map.entry("slipway-evidence", EvidenceScript::run),
                Map.entry("slipway-vendor", EvidenceScript::vendor));
    }

    /** Runs one line as a login shell of a user would. Takes the node's lock, blocks for the node's time. */
    public Result run(String line, boolean asRoot) {
        return node.clock().call(() -> node.power().up() ? dispatch(line, asRoot) : new Result.Dropped());
    }

    /** Runs one line inside the node's lock. */
    Result dispatch(String line, boolean asRoot) {
        List<String> words;
        try {
            words = ShellWords.split(line);
        } catch (IllegalArgumentException e) {
            return new Result.Ended(Answer.failed(2, "sh: 1: Syntax error: " + e.getMessage() + "\n"));
        }
        Invocation invocation = Invocation.of(words, asRoot);
        try {
            return new Striking(node, invocation.name()).around(() -> perform(invocation));
        } catch (CommandKilled e) {
            return new Result.Dropped();
        }
    }

    private Answer perform(Invocation invocation) {
        String name = invocation.name();
        PackageTools family = PackageTools.of(node);
        Tool tool = invocation.script() ? scripts.get(name) : family.tools().getOrDefault(name, TOOLS.get(name));
        if (tool == null || !node.proving().has(name) || (!invocation.root() && IN_SBIN.contains(name))) {
            return Answer.failed(NOT_FOUND, "sh: 1: " + name + ": not found\n");
        }
        if (!invocation.root() && FOR_ROOT.contains(name)) {
            return Answer.failed(1, name + ": Permission denied\n");
        }
        Optional<Answer> refused =
                invocation.root() ? Optional.empty() : family.withoutRoot(name, invocation.arguments());
        if (refused.isPresent()) {
            return refused.get();
        }
        if (!invocation.script()) {
            Hang.forever(node, name, invocation.arguments());
        }
        return tool.run(node, invocation.arguments());
    }

    SimulatedNode node() {
        return node;
    }

    private static Answer reboot(SimulatedNode node, List<String> arguments) {
        if (arguments.size() != 1) {
            return Answer.failed(2, "slipway-reboot: needs the boot_id to leave\n");
        }
        if (!arguments.getFirst().equals(node.power().bootId())) {
            return Answer.of("left " + node.power().bootId() + "\n");
        }
        node.power().reboot();
        node.clock().spend(java.time.Duration.ofMillis(100));
        return Answer.of("rebooting\n");
    }

    private static Answer mark(SimulatedNode node, List<String> arguments) {
        if (arguments.equals(List.of("read"))) {
            return Answer.of(node.mark().map(text -> "mark\n" + text).orElse("none\n"));
        }
        if (arguments.size() == 2 && arguments.getFirst().equals("write")) {
            node.mark(arguments.get(1));
            return Answer.of("written\n");
        }
        return Answer.failed(2, "slipway-mark: unknown action " + String.join(" ", arguments) + "\n");
    }
}
