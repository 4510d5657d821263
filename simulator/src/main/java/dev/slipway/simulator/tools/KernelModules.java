package dev.slipway.simulator.tools;

import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.KernelSet;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays DKMS and what it needs: builds of the driver's module for each kernel, headers, logs, room, and the initramfs.
 */
final class KernelModules {
    private static final int NOT_BUILT = 10;
    private static final int NO_HEADERS = 11;

    private KernelModules() {}

    /**
     * Plays {@code dkms status}, {@code dkms autoinstall -k KERNEL} and {@code dkms remove MODULE/VERSION -k KERNEL}.
     */
    static Answer dkms(SimulatedNode node, List<String> words) {
        if (!node.kernels().dkms()) {
            return words.contains("status") ? Answer.of("") : Answer.failed(127, "sh: 1: dkms: not found\n");
        }
        int k = words.indexOf("-k");
        String kernel =
                k >= 0 && k + 1 < words.size() ? words.get(k + 1) : node.power().kernel();
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case "status" -> Answer.of(status(node));
            case "autoinstall" -> build(node, kernel);
            case "remove" -> {
                node.kernels().remove(kernel);
                yield Answer.of(
                        "Module " + source(node) + " for kernel " + kernel + " (x86_64):\nBefore uninstall, this "
                                + "module version was ACTIVE on this kernel.\nDeleting module.\n");
            }
            default -> Answer.failed(1, "Error! Unknown action specified: \"\"\n");
        };
    }

    private static String source(SimulatedNode node) {
        return PackageTools.of(node).source() + "/" + node.driver().packaged().orElseGet(node.driver()::userspace);
    }

    private static String status(SimulatedNode node) {
        String module = source(node);
        List<String> built = node.driver().packaged().isEmpty()
                ? List.of()
                : node.kernels().installed().stream()
                        .filter(node.kernels()::built)
                        .toList();
        StringBuilder rows = new StringBuilder();
        built.forEach(release -> rows.append(module + ", " + release + ", x86_64: installed\n"));
        return rows.isEmpty() ? module + ": added\n" : rows.toString();
    }

    private static Answer build(SimulatedNode node, String kernel) {
        KernelSet kernels = node.kernels();
        if (!kernels.headers(kernel)) {
            return Answer.failed(NO_HEADERS, "Error! " + kernels.build(kernel).orElse("") + "\n");
        }
        node.clock().spend(Duration.ofSeconds(100));
        node.note(NodeEvent.Kind.TRANSACTION, "dkms " + source(node) + " for " + kernel);
        Optional<String> error = kernels.build(kernel);
        String begun = "Sign command: /lib/modules/" + kernel + "/build/scripts/sign-file\nBuilding module:\n";
        return error.map(e -> Answer.of(
                        begun,
                        "Error! Bad return status for module build on kernel: " + kernel
                                + " (x86_64)\nConsult /var/lib/dkms/" + source(node)
                                + "/build/make.log for more information.\n",
                        NOT_BUILT))
                .orElseGet(
                        () -> Answer.of(begun + "Installing /lib/modules/" + kernel + "/updates/dkms/\ndepmod...\n"));
    }

    /** Returns what the probe prints of the newest build log. */
    static Answer log(SimulatedNode node) {
        return node.kernels()
                .log(node.power().kernel())
                .map(error -> Answer.of("DKMS make.log for " + source(node).replace('/', '-') + " for kernel "
                        + node.power().kernel() + " (x86_64)\n" + (error.isEmpty() ? "" : error + "\n")))
                .orElseGet(() -> Answer.of(""));
    }

    /** Returns what the probe prints of the kernels that have headers. */
    static Answer headers(SimulatedNode node) {
        return Answer.of(lines(node.kernels().installed().stream()
                .filter(node.kernels()::headers)
                .toList()));
    }

    /** Returns what the probe prints of the packages on offer with a module for the running kernel. */
    static Answer offered(SimulatedNode node) {
        PackageDatabase packages = node.packages();
        boolean apt = packages.family() == Family.UBUNTU;
        StringBuilder out = new StringBuilder(apt ? "# apt\n" : "# dnf\n");
        if (!packages.listsPresent()) {
            return Answer.failed(1, out.append("no package lists\n").toString());
        }
        for (String name : packages.onOffer()) {
            if (KernelReadiness.delivers(name, node.power().kernel())) {
                String version = packages.offers(name).getLast();
                String driver = node.driver().packaged().orElse("");
                out.append(
                        apt
                                ? "Package: " + name + "\nVersion: " + version
                                        + "\nDepends: nvidia-kernel-common-570-server (<= " + driver
                                        + "-1), nvidia-kernel-common-570-server (>= " + driver + ")\n"
                                : name + " " + version + "\n");
            }
        }
        return Answer.of(out.toString());
    }

    static Answer nouveau(SimulatedNode node) {
        return Answer.of("loaded " + yes(node.kernels().nouveau()) + "\ndenied "
                + yes(node.kernels().nouveauDenied()) + "\n");
    }

    static Answer free(SimulatedNode node) {
        String root = "/dev/nvme0n1p3   459850824  98002112 338416464      23% /\n";
        return Answer.of(
                "Filesystem     1024-blocks      Used Available Capacity Mounted on\n/dev/nvme0n1p2     1992552    "
                        + (node.kernels().bootFull()
                                ? "1992552         0     100% /boot\n"
                                : "320000   1551312      18% /boot\n")
                        + root + root + root);
    }

    static Answer tools(SimulatedNode node) {
        List<String> have = new ArrayList<>();
        if (node.kernels().dkms()) {
            have.add("have dkms");
        }
        have.addAll(
                node.packages().family() == Family.ROCKY
                        ? List.of("have dracut", "have grub2-reboot", "have grubby")
                        : List.of("have update-initramfs", "have grub-reboot", "have grub-set-default"));
        have.add(node.kernels().journalLost() ? "journal lost at boot" : "journal kept");
        return Answer.of(lines(have));
    }

    /** Plays {@code slipway-deny-nouveau}. */
    static Answer deny(SimulatedNode node, List<String> arguments) {
        node.kernels().denyNouveau();
        return Answer.of("denied\n");
    }

    private static String yes(boolean said) {
        return said ? "yes" : "no";
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
