package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;

/** Serves the few files of a node that a plain {@code cat} or {@code ls} may read. */
final class Files {
    private static final String STATE = "/var/lib/slipway/";

    private Files() {}

    static Answer cat(SimulatedNode node, List<String> words) {
        String path = words.isEmpty() ? "" : words.getLast();
        if (path.equals("/var/log/journal") && !node.kernels().journalLost()) {
            return Answer.of(path + "\n");
        }
        return switch (path) {
            case "/etc/machine-id" -> Answer.of(node.machine().machineId() + "\n");
            case "/proc/sys/kernel/random/boot_id" -> Answer.of(node.power().bootId() + "\n");
            case "/sys/class/dmi/id/product_uuid" -> Answer.of(node.machine().productUuid() + "\n");
            case "/proc/driver/nvidia/version" -> Kernel.procDriver(node);
            case "/etc/cluster-image.json" -> Probe.manifest(node);
            default -> Answer.failed(1, "cat: " + path + ": No such file or directory\n");
        };
    }

    /** Removes the files that Slipway writes, each with what it does. */
    static Answer rm(SimulatedNode node, List<String> words) {
        if (words.contains("/etc/systemd/system/nvidia-persistenced.service.d/slipway.conf")) {
            node.services().dropIn(false);
        }
        return Grub.remove(node, words);
    }

    /** A file beside nvidia-persistenced gives it the command of these words. */
    static Answer dropIn(SimulatedNode node, List<String> words) {
        node.services().dropIn(!words.contains("--no-persistence-mode"));
        return Answer.of("");
    }

    /** The unit that gives the GPUs their settings after a boot, by the text of its script. */
    static Answer bootUnit(SimulatedNode node, List<String> words) {
        String script = words.size() > 2 ? words.get(2) : "";
        boolean same = node.bootScript().equals(script);
        if (words.getFirst().equals("write")) {
            node.bootScript(script);
            return Answer.of("");
        }
        return Answer.of(same ? "same\n" : "differs\n");
    }

    /**
     * Lists what detached work left below {@code /var/lib/slipway/TOKEN}, and a program of NVIDIA's extended
     * diagnostics.
     */
    static Answer ls(SimulatedNode node, List<String> words) {
        String path = words.isEmpty() ? "" : words.getLast();
        boolean there = (path.equals(Diag.EXTENDED) && Diag.extended(node))
                || (path.equals("/var/log/journal") && !node.kernels().journalLost());
        if (there) {
            return Answer.of(path + "\n");
        }
        List<String> found = path.startsWith(STATE) ? node.jobsOf(path.substring(STATE.length())) : List.<String>of();
        return found.isEmpty()
                ? Answer.failed(2, "ls: cannot access '" + path + "': No such file or directory\n")
                : Answer.of(String.join("\n", found) + "\n");
    }
}
