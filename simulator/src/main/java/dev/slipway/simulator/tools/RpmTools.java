package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.dnf.Dnf;
import dev.slipway.simulator.tools.dnf.DnfOptions;
import dev.slipway.simulator.tools.dnf.Versionlock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays dnf 4 and rpm on Rocky Linux 9, with the driver from NVIDIA's repository for RHEL 9. */
record RpmTools() implements PackageTools {
    private static final Map<String, Tool> TOOLS = Map.of(
            "dnf", new Dnf(),
            "rpm", Rpm::rpm,
            "dracut", Kernel::dracut,
            "grubby", Grub::grubby,
            "grub2-editenv", Grub::environment,
            "grub2-reboot", Grub::once);

    @Override
    public Map<String, Tool> tools() {
        return TOOLS;
    }

    /**
     * Returns dnf's refusal without root: it requires root for everything but a query, even if it is to answer no to
     * every question.
     */
    @Override
    public Optional<Answer> withoutRoot(String name, List<String> arguments) {
        if (!name.equals("dnf")) {
            return Optional.empty();
        }
        DnfOptions options = DnfOptions.of(arguments);
        boolean looks = options.command().equals("check")
                || (options.command().equals("versionlock") && options.targets().contains("list"));
        return looks
                ? Optional.empty()
                : Optional.of(Answer.failed(
                        1,
                        "Error: This command has to be run with superuser privileges "
                                + "(under the root user on most systems).\n"));
    }

    @Override
    public Answer packages(SimulatedNode node) {
        return Rpm.rpm(
                node, List.of("-qa", "--qf", "%{NAME}\\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\\tinstall ok installed\\n"));
    }

    @Override
    public Answer holds(SimulatedNode node) {
        return Answer.of(Versionlock.file(node));
    }

    @Override
    public Answer audit(SimulatedNode node) {
        return new Dnf().run(node, List.of("-q", "-C", "check", "--dependencies", "--duplicates"));
    }

    /** The module and its source belong to no package that the probe finds; nvidia-smi does. */
    @Override
    public String driverOwner(SimulatedNode node) {
        return "rpm-owned " + node.packages().family().names().tools();
    }

    @Override
    public Map<String, Answer> logs(SimulatedNode node) {
        return Map.of(
                "dnf-log",
                Answer.of(node.events().stream()
                        .filter(e -> e.kind() == NodeEvent.Kind.TRANSACTION)
                        .map(e -> e.at() + " SUBDEBUG Installed: " + e.detail() + "\n")
                        .collect(Collectors.joining())));
    }

    @Override
    public String osRelease() {
        return """
                NAME="Rocky Linux"
                VERSION="9.5 (Blue Onyx)"
                ID="rocky"
                ID_LIKE="rhel centos fedora"
                VERSION_ID="9.5"
                PLATFORM_ID="platform:el9"
                PRETTY_NAME="Rocky Linux 9.5 (Blue Onyx)"
                ANSI_COLOR="0;32"
                CPE_NAME="cpe:/o:rocky:rocky:9::baseos"
                ROCKY_SUPPORT_PRODUCT="Rocky-Linux-9"
                ROCKY_SUPPORT_PRODUCT_VERSION="9.5"
                REDHAT_SUPPORT_PRODUCT="Rocky Linux"
                REDHAT_SUPPORT_PRODUCT_VERSION="9.5"
                """;
    }

    @Override
    public String libraries() {
        return "/usr/lib64";
    }

    @Override
    public String compiledModule() {
        return module();
    }

    @Override
    public String module() {
        return "/extra/nvidia.ko.xz";
    }

    @Override
    public String source() {
        return "nvidia-open";
    }

    @Override
    public String compiler() {
        return "11.5.0 20240719 (Red Hat 11.5.0-2) (GCC) ";
    }

    @Override
    public List<String> bootFiles(SimulatedNode node) {
        String id = node.machine().machineId();
        return List.of("efi", "grub2", "initramfs-0-rescue-" + id + ".img", "loader", "vmlinuz-0-rescue-" + id);
    }

    @Override
    public List<String> bootFiles(String release) {
        return List.of(
                "System.map-" + release,
                "config-" + release,
                "initramfs-" + release + ".img",
                "symvers-" + release + ".gz",
                "vmlinuz-" + release);
    }
}
