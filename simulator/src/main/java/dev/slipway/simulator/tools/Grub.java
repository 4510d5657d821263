package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.KernelSet;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Optional;

/** Plays the boot loader of either family: its entries, its default, and what it starts once. */
final class Grub {
    private static final String MENU = "gnulinux-advanced-1f2e";

    private Grub() {}

    /** Plays {@code grub-set-default ENTRY}; only the entry of a kernel changes anything. */
    static Answer setDefault(SimulatedNode node, List<String> words) {
        kernel(node, words.isEmpty() ? "" : words.getLast()).ifPresent(release -> {
            node.power().nextKernel(release);
            node.note(NodeEvent.Kind.COMMAND, "boot default " + release);
        });
        return Answer.of("");
    }

    /**
     * Plays {@code grub-reboot ENTRY} and {@code grub2-reboot INDEX}, which never check whether there is such an entry.
     */
    static Answer once(SimulatedNode node, List<String> words) {
        kernel(node, words.isEmpty() ? "" : words.getLast()).ifPresent(release -> {
            node.kernels().once(release);
            node.note(NodeEvent.Kind.COMMAND, "boot once " + release);
        });
        return Answer.of("");
    }

    /** Plays {@code grub-editenv - unset next_entry}; without a saved entry the first one starts. */
    static Answer environment(SimulatedNode node, List<String> words) {
        if (words.contains("next_entry")) {
            node.kernels().notOnce();
        }
        return Answer.of("");
    }

    /** Plays {@code update-grub}. */
    static Answer update(SimulatedNode node, List<String> words) {
        StringBuilder err =
                new StringBuilder("Sourcing file `/etc/default/grub'\nGenerating grub configuration file ...\n");
        node.kernels().installed().forEach(r -> err.append("Found linux image: /boot/vmlinuz-" + r + "\n"));
        return Answer.of("", err + "done\n", 0);
    }

    /** Plays {@code slipway-grub-saved ENTRY}: from now on the default is a saved one, and this. */
    static Answer saved(SimulatedNode node, List<String> arguments) {
        node.kernels().savedDefault(true);
        setDefault(node, arguments);
        return update(node, arguments);
    }

    /** Plays {@code rm -f FILE}: without our setting the first entry of the menu is the default again. */
    static Answer remove(SimulatedNode node, List<String> words) {
        if (words.contains("/etc/default/grub.d/99-slipway.cfg")) {
            node.kernels().savedDefault(false);
        }
        return Answer.of("");
    }

    /** Plays {@code grubby --default-kernel} and {@code --set-default FILE}. */
    static Answer grubby(SimulatedNode node, List<String> words) {
        if (words.contains("--set-default")) {
            String file = words.getLast();
            boolean there = node.kernels().installed().stream().anyMatch(file::endsWith);
            setDefault(node, words);
            return there
                    ? Answer.of("The default is " + file + "\n")
                    : Answer.failed(1, "The param " + file + " is incorrect\n");
        }
        return words.contains("--default-kernel")
                ? Answer.of("/boot/vmlinuz-" + node.power().nextKernel() + "\n")
                : Answer.failed(1, "grubby: no action specified\n");
    }

    /** Returns what the probe prints of the boot loader. */
    static Answer state(SimulatedNode node) {
        KernelSet kernels = node.kernels();
        boolean indexed = node.packages().family() == dev.slipway.simulator.node.Family.ROCKY;
        StringBuilder out = new StringBuilder("setting " + (kernels.savedDefault() ? "saved" : "0") + "\n");
        if (kernels.savedDefault()) {
            out.append("saved_entry=" + entry(node, node.power().nextKernel(), indexed) + "\n");
        }
        kernels.once().ifPresent(release -> out.append("next_entry=" + entry(node, release, indexed) + "\n"));
        if (!indexed) {
            out.append("entry gnulinux-simple-1f2e " + node.power().nextKernel() + "\n");
        }
        kernels.installed()
                .forEach(release -> out.append("entry " + entry(node, release, indexed) + " " + release + "\n"));
        return Answer.of(out + (indexed ? "default " + node.power().nextKernel() + "\n" : ""));
    }

    private static String entry(SimulatedNode node, String release, boolean indexed) {
        return indexed
                ? Integer.toString(node.kernels().installed().indexOf(release))
                : MENU + ">gnulinux-" + release + "-advanced-1f2e";
    }

    private static Optional<String> kernel(SimulatedNode node, String entry) {
        List<String> installed = node.kernels().installed();
        return entry.matches("\\d")
                ? installed.stream().skip(Integer.parseInt(entry)).findFirst()
                : installed.stream()
                        .filter(release -> entry.endsWith(release) || entry.contains("gnulinux-" + release + "-"))
                        .findFirst();
    }
}
