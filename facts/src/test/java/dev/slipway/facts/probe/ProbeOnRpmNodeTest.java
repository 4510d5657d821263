package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe on a node of the RHEL family: rpm, dnf and grubby answer, and the test machine's own dpkg stays out of sight. */
class ProbeOnRpmNodeTest {
    private static final String DRIVER = "nvidia-driver-cuda-3:570.133.20-1.el9.x86_64";

    @TempDir
    private Path node;

    static Stream<List<String>> shells() {
        return ProbeScriptTest.shells();
    }

    @BeforeEach
    void standsInForTheTools() throws IOException {
        tool("rpm", """
                case $* in
                  -qa*) printf 'nvidia-driver-cuda\\t3:570.133.20-1.el9\\tinstall ok installed\\n'
                        printf 'libnccl\\t0:2.26.2-1+cuda12.8\\tinstall ok installed\\n'
                        printf 'gpg-pubkey\\t0:d42d0685-62589a51\\tinstall ok installed\\n' ;;
                  *nvidia.ko*) printf kmod-nvidia-open-dkms ;;
                  *) exit 1 ;;
                esac""");
        tool("grubby", "[ \"$1\" = --default-kernel ] && echo /boot/vmlinuz-5.14.0-503.el9.x86_64");
        tool("dnf", "case $* in *check*) exit 0 ;; *) exit 9 ;; esac");
        tool(
                "modinfo",
                "case $1 in -n) echo /lib/modules/5.14.0-503.el9.x86_64/extra/nvidia.ko.xz ;; *) echo 570.133.20 ;; esac");
        tool("sudo", "[ \"$1\" = -n ] && shift; exec \"$@\"");
    }

    private void tool(String name, String body) throws IOException {
        Path file = Files.writeString(node.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void file(String name, String text) throws IOException {
        Path file = node.resolve("etc").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private NodeFacts probe(List<String> shell, String... sections) throws IOException, InterruptedException {
        String script = Probe.script()
                .replace("/var/lib/dpkg/", node + "/none/")
                .replace("/etc/dnf/", node + "/etc/dnf/")
                .replace("/etc/yum/", node + "/etc/yum/")
                .replace("\"/boot/init", "\"" + node + "/boot/init")
                .replace("-e /boot/vmlinuz ", "-e " + node + "/none/vmlinuz ");
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of("-c", script, Probe.NAME, "1732500000"));
        command.addAll(List.of(sections));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PATH", node + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        byte[] answer = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return ProbeAnswer.of(answer).facts(new NodeRef("c1", "n1"), Instant.EPOCH);
    }

    private static InstalledPackage named(NodeFacts facts, String name) {
        return facts.software().packages().or(List.of()).stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError(facts.software().packages().error()));
    }

    /** Epochs stay where they are not 0: 3:570 is newer than 580. */
    @ParameterizedTest
    @MethodSource("shells")
    void readsPackagesWithEpochsAndTheLocksOfDnf4(List<String> shell) throws Exception {
        file(
                "dnf/plugins/versionlock.list",
                "# Added locks on Fri Nov 20 2026\n" + DRIVER.replace(".x86_64", ".*") + "\n");

        NodeFacts facts = probe(shell, "packages", "holds", "audit");

        assertThat(named(facts, "nvidia-driver-cuda").version()).isEqualTo("3:570.133.20-1.el9");
        assertThat(named(facts, "nvidia-driver-cuda").held()).isTrue();
        assertThat(named(facts, "libnccl").version()).isEqualTo("2.26.2-1+cuda12.8");
        assertThat(named(facts, "libnccl").held()).isFalse();
        assertThat(facts.software().packagesBroken().or(List.of("unread"))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsTheLocksOfDnf5AndOfYum(List<String> shell) throws Exception {
        file("yum/pluginconf.d/versionlock.list", "libnccl-0:2.26.2-1+cuda12.8.*\n");
        assertThat(named(probe(shell, "packages", "holds"), "libnccl").held()).isTrue();

        file("dnf/versionlock.toml", "version = 1.0\n");
        tool(
                "dnf",
                "[ \"$*\" = '-q versionlock list' ] && printf 'Package name: nvidia-driver-cuda\\nevr = 3:570.133.20-1.el9\\n'");
        NodeFacts facts = probe(shell, "packages", "holds");
        assertThat(named(facts, "nvidia-driver-cuda").held()).isTrue();
        assertThat(named(facts, "libnccl").held()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void asksGrubbyForTheNextKernelAndRpmForTheDriversOwner(List<String> shell) throws Exception {
        NodeFacts facts = probe(shell);

        assertThat(facts.boot().map(Boot::nextKernel).or("unread")).isEqualTo("5.14.0-503.el9.x86_64");
        assertThat(facts.software().driverOwner().or(DriverOwner.BOTH)).isEqualTo(DriverOwner.HOST_PACKAGED);
    }

    /** A database that does not answer is no node without packages. */
    @ParameterizedTest
    @MethodSource("shells")
    void saysThatTheDatabaseDidNotAnswer(List<String> shell) throws Exception {
        tool("rpm", "echo 'error: rpmdb: BDB0113 Thread died in Berkeley DB library' >&2; exit 1");

        NodeFacts facts = probe(shell, "packages", "holds");

        assertThat(facts.software().packages().known()).isFalse();
        assertThat(facts.software().packages().error()).contains("rpmdb");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsTheDriverThatTheInitramfsOfTheNextBootHolds(List<String> shell) throws Exception {
        Files.createDirectories(node.resolve("boot"));
        Files.writeString(node.resolve("boot/initramfs-5.14.0-503.el9.x86_64.img"), "");
        tool("lsinitrd", """
                echo "Image: $1: 61M"
                echo 'drwxr-xr-x   2 root root        0 Jan  1 00:00 usr/lib/firmware/nvidia/570.133.20/'
                echo '-rw-r--r--   1 root root 18302976 Jan  1 00:00 usr/lib/modules/5.14.0-503.el9.x86_64/extra/nvidia.ko.xz'
                echo '-rw-r--r--   1 root root      120 Jan  1 00:00 etc/hostname'""");

        assertThat(probe(shell, "initramfs").details().initramfsDriver().value())
                .contains("570.133.20");

        tool("lsinitrd", "echo 'not a known format' >&2; exit 1");
        assertThat(probe(shell, "initramfs").details().initramfsDriver().error())
                .contains("not a known format");

        Files.delete(node.resolve("boot/initramfs-5.14.0-503.el9.x86_64.img"));
        assertThat(probe(shell, "initramfs").details().initramfsDriver().error())
                .contains("no initramfs of kernel 5.14.0-503.el9.x86_64");
    }
}
