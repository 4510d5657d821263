package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays apt and dpkg on Ubuntu 24.04. */
record DebTools() implements PackageTools {
    private static final Map<String, Tool> TOOLS = Map.of(
            "apt-get", new AptGet(),
            "apt-mark", AptMark::mark,
            "apt-cache", AptMark::cache,
            "dpkg", Dpkg::dpkg,
            "dpkg-query", Dpkg::query,
            "update-initramfs", Kernel::initramfs,
            "grub-set-default", Grub::setDefault,
            "grub-reboot", Grub::once,
            "grub-editenv", Grub::environment,
            "update-grub", Grub::update);

    @Override
    public Map<String, Tool> tools() {
        return TOOLS;
    }

    @Override
    public Optional<Answer> withoutRoot(String name, List<String> arguments) {
        return name.equals("apt-get") && !arguments.contains("-s")
                ? Optional.of(Answer.failed(
                        AptGet.ERROR,
                        "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\n"
                                + "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), "
                                + "are you root?\n"))
                : Optional.empty();
    }

    @Override
    public Answer packages(SimulatedNode node) {
        return Dpkg.query(node, List.of("-W", "-f", "${Package}\\t${Version}\\t${Status}\\n"));
    }

    @Override
    public Answer holds(SimulatedNode node) {
        return AptMark.mark(node, List.of("showhold"));
    }

    @Override
    public Answer audit(SimulatedNode node) {
        return Dpkg.dpkg(node, List.of("--audit"));
    }

    @Override
    public String driverOwner(SimulatedNode node) {
        DriverPackages names = node.packages().family().names();
        return "dpkg-owned " + (node.driver().onDisk().isPresent() ? names.module() : names.tools());
    }

    @Override
    public Map<String, Answer> logs(SimulatedNode node) {
        return Map.of(
                "dpkg-log",
                Answer.of(node.events().stream()
                        .filter(e -> e.kind() == NodeEvent.Kind.TRANSACTION)
                        .map(e -> e.at() + " status installed " + e.detail() + "\n")
                        .collect(Collectors.joining())));
    }

    @Override
    public String osRelease() {
        return """
                PRETTY_NAME="Ubuntu 24.04.2 LTS"
                NAME="Ubuntu"
                VERSION_ID="24.04"
                VERSION="24.04.2 LTS (Noble Numbat)"
                VERSION_CODENAME=noble
                ID=ubuntu
                ID_LIKE=debian
                """;
    }

    @Override
    public String libraries() {
        return "/usr/lib/x86_64-linux-gnu";
    }

    @Override
    public String compiledModule() {
        return "/kernel/nvidia-570srv-open/nvidia.ko.zst";
    }

    @Override
    public String module() {
        return "/updates/dkms/nvidia.ko.zst";
    }

    @Override
    public String source() {
        return "nvidia-srv";
    }

    @Override
    public String compiler() {
        return "13.3.0 (Ubuntu 13.3.0-6ubuntu2~24.04) ";
    }

    @Override
    public List<String> bootFiles(SimulatedNode node) {
        return List.of("grub", "initrd.img", "vmlinuz");
    }

    @Override
    public List<String> bootFiles(String release) {
        return List.of("System.map-" + release, "config-" + release, "initrd.img-" + release, "vmlinuz-" + release);
    }
}
