package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.TestTools;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe under every shell that nodes have as {@code sh}, with tools of our own in front of the machine's. */
class ProbeScriptTest {
    private static final List<List<String>> SHELLS =
            List.of(List.of("dash"), List.of("bash", "--posix"), List.of("busybox", "sh"));
    private static final long T0 = 1_732_500_000L;

    @TempDir
    private Path tools;

    /** The shells of this machine; those that are absent are named, and fail where they are required. */
    static Stream<List<String>> shells() {
        List<List<String>> present =
                SHELLS.stream().filter(s -> onPath(s.getFirst())).toList();
        List<List<String>> absent =
                SHELLS.stream().filter(s -> !present.contains(s)).toList();
        System.out.println("shells: present " + present + ", absent " + absent);
        String required = System.getenv().getOrDefault("SLIPWAY_REQUIRE", "");
        if (Set.of(required.split("[ ,]+")).contains("shells")) {
            assertThat(absent).as("required shells that are absent").isEmpty();
        }
        return present.stream();
    }

    private static boolean onPath(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(dir -> Files.isExecutable(Path.of(dir, name)));
    }

    @BeforeEach
    void stopsWhatHangsSoon() throws IOException {
        tool("timeout", "shift 3; exec /usr/bin/timeout -k 1 2 \"$@\"");
    }

    private void tool(String name, String body) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private byte[] probe(List<String> shell, String... sections) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(ShellWords.split(Probe.command(Instant.ofEpochSecond(T0), sections))
                .subList(1, 5));
        command.addAll(List.of(sections));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        byte[] answer = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return answer;
    }

    private static NodeFacts facts(byte[] answer) {
        return ProbeAnswer.of(answer).facts(new NodeRef("c1", "n1"), Instant.ofEpochSecond(T0));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void framesEverySectionOnAMachineWithoutGpus(List<String> shell) throws Exception {
        byte[] answer = probe(shell);

        assertThat(Frame.read(answer).fault()).isEmpty();
        assertThat(ProbeAnswer.of(answer).sections())
                .containsOnlyKeys(Samples.healthy().keySet());
        assertThat(facts(answer).boot().error()
                        + facts(answer).boot().map(b -> b.bootId()).or(""))
                .isNotBlank();
        assertThat(facts(answer).errors()).containsKeys("gpus", "driverVersion", "fabric");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void keepsEveryByteOfATool(List<String> shell) throws Exception {
        String text = "é @@ end 0 0\n%s\\n -n\n\n" + "x".repeat(300_000) + "\n@@ kernel 0 3\nno line end";
        Path file = Files.writeString(tools.resolve("text"), text);
        tool("lsmod", "cat " + file);

        byte[] answer = probe(shell, "modules", "kernel");

        assertThat(ProbeAnswer.of(answer).sections()).containsOnlyKeys("modules", "kernel");
        assertThat(ProbeAnswer.of(answer).sections().get("modules")).isEqualTo(new Section(0, text.getBytes(UTF_8)));
    }

    /** A test has the search path of systemd, whatever that of a login is. */
    @ParameterizedTest
    @MethodSource("shells")
    void looksForWhatGatesAreRunWithWhereSystemdDoes(List<String> shell) throws Exception {
        tool("systemctl", "echo LANG=C; echo PATH=" + tools);
        tool("mpirun", "echo; echo 'mpirun (Open MPI) 4.1.6'; echo more");
        tool("all_reduce_perf", "exit 1");
        tool("ldd", "printf '\\tlibnccl.so.2 => not found\\n\\tlibmpi.so.40 => /lib/libmpi.so.40 (0x1)\\n'");

        TestTools found = facts(probe(shell, "tools")).tools().or(new TestTools(Map.of(), "", List.of()));

        assertThat(found.programs()).containsOnlyKeys("mpirun", "all_reduce_perf");
        assertThat(found.mpirun()).isEqualTo("mpirun (Open MPI) 4.1.6");
        assertThat(found.libraries())
                .containsExactly("libnccl.so.2 => not found", "libmpi.so.40 => /lib/libmpi.so.40 (0x1)");

        tool("systemctl", "echo PATH=/nowhere");
        assertThat(facts(probe(shell, "tools")).tools().map(TestTools::programs).or(Map.of("", "")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void keepsExitStatusAndErrorText(List<String> shell) throws Exception {
        tool("nvidia-smi", "echo out; echo err >&2; exit 15");

        assertThat(ProbeAnswer.of(probe(shell, "nvlink")).sections().get("nvlink"))
                .isEqualTo(new Section(15, "out\nerr\n".getBytes(UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void stopsAToolThatHangsAndDoesNotAskItAgain(List<String> shell) throws Exception {
        tool("nvidia-smi", "echo asked >>" + tools.resolve("asked") + "; sleep 30");

        Map<String, Section> sections = ProbeAnswer.of(probe(shell, "smi-gpus", "smi-q", "nvlink", "boot-id"))
                .sections();

        assertThat(sections.values()).extracting(Section::exit).containsExactly(0, 124, 124, 124);
        assertThat(Files.readAllLines(tools.resolve("asked"))).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void saysWhatItCouldNotReadWithoutRoot(List<String> shell) throws Exception {
        tool("id", "echo 1000");
        tool("sudo", "echo 'sudo: a password is required' >&2; exit 1");

        byte[] answer = probe(shell, "product-uuid", "kernel-log", "boot-id");

        assertThat(facts(answer).identity().error()).contains("machine-id was not read");
        assertThat(ProbeAnswer.of(answer).sections().get("product-uuid"))
                .isEqualTo(new Section(1, "sudo: a password is required\n".getBytes(UTF_8)));
        assertThat(facts(answer).kernelEvents().error()).contains("a password is required");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsTheJournalSinceT0AndOnlyTheDriversLines(List<String> shell) throws Exception {
        tool(
                "journalctl",
                "case \"$*\" in *--since=@" + T0 + "*) ;; *) exit 9 ;; esac; echo '1732500001.1 h kernel: usb x';"
                        + " echo '1732500002.5 h kernel: NVRM: Xid (PCI:0000:19:00): 79, pid=1, GPU has fallen off the bus.'");

        byte[] answer = probe(shell, "kernel-log");

        assertThat(facts(answer).kernelEvents().or(List.of())).hasSize(1);
        assertThat(answer).asString().doesNotContain("usb x");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void saysWhoseTheProcessesOnTheGpusAreAndThoseThatAnXidNames(List<String> shell) throws Exception {
        long living = ProcessHandle.current().pid();
        tool("nvidia-smi", "echo '" + living + ", /usr/bin/java'");
        tool(
                "journalctl",
                "echo '1732500002.5 h kernel: NVRM: Xid (PCI:0000:19:00): 31, pid=1, name=init, Ch 08';"
                        + " echo '1732500002.5 h kernel: NVRM: Xid (PCI:0000:19:00): 31, pid=4194304, name=x, Ch 08'");

        NodeFacts facts = facts(probe(shell, "kernel-log", "compute-apps", "gpu-jobs"));

        assertThat(facts.details().onGpus().clients().or(List.of()))
                .extracting(client -> client.pid())
                .as("the one that is gone has no owner")
                .containsExactlyInAnyOrder(1L, living);
        assertThat(facts.details().onGpus().clients().or(List.of()))
                .allMatch(client -> client.since().isBefore(Instant.now().plusSeconds(5)));
    }

    /** Two megabytes: a shell that looks for the journal's complaint with a prefix pattern is busy with it for a long time. */
    @ParameterizedTest
    @MethodSource("shells")
    void readsALongKernelLog(List<String> shell) throws Exception {
        tool("journalctl", "yes '1732500001.5 n1 kernel: a line of the kernel' | head -n 40000");

        assertThat(ProbeAnswer.of(probe(shell, "kernel-log")).sections())
                .containsEntry(
                        "kernel-log",
                        new Section(
                                0,
                                ("# source=journal since=" + T0
                                                + "\n# oldest: 1732500001.5 n1 kernel: a line of the kernel\n")
                                        .getBytes(UTF_8)));
    }

    /** I22: an empty answer of a journal that was rotated since T0 is unknown, and that of one that reaches back is clean. */
    @ParameterizedTest
    @MethodSource("shells")
    void i22_saysWhereTheKeptLogOfThisBootBegins(List<String> shell) throws Exception {
        for (String begin : List.of("1732499999.5 h kernel: usb", "1732500100.5 h kernel: Linux version 6.8")) {
            journal("echo '1732500100.1 h kernel: microcode: early'; echo '" + begin + "'");
            assertThat(facts(probe(shell, "kernel-log")).kernelEvents().known())
                    .as(begin)
                    .isEqualTo(begin.contains("Linux version"));
        }
        journal("echo '1732499999.5 h kernel: usb 1-1: x'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().known()).isTrue();
        journal("echo '1732500100.5 h kernel: usb 1-1: x'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().error()).contains("no longer reaches back to T0");
        journal("echo '-- No entries --'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().known()).isFalse();
    }

    /** A journal that has nothing since T0, and of this boot what {@code kept} prints. */
    private void journal(String kept) throws IOException {
        tool("journalctl", "case \"$*\" in *--since*) echo '-- No entries --' ;; *) " + kept + " ;; esac");
    }

    /** I22: what says that lines were lost, or that another boot begins, comes through beside the driver's own lines. */
    @ParameterizedTest
    @MethodSource("shells")
    void i22_keepsTheLinesThatTellOfLostLinesAndOfBoots(List<String> shell) throws Exception {
        String begin = "echo '1732499999.5 h kernel: usb 1-1: x'; ";
        tool("journalctl", begin + "echo '1732500002.5 h kernel: __ratelimit: 20 callbacks suppressed'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().error()).contains("not every line reached the log");
        tool("journalctl", begin + "echo '1732500002.5 h kernel: net_ratelimit: 20 callbacks suppressed'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().known())
                .as("the lines of others")
                .isTrue();
        tool(
                "journalctl",
                begin + "echo '1732500002.5 h kernel: NVRM: Xid (PCI:0000:19:00): 79, x'; echo '-- Boot 0123 --';"
                        + " echo '1732500003.5 h kernel: NVRM: Xid (PCI:0000:1a:00): 48, x'");
        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().or(List.of()))
                .extracting(e -> e.code())
                .containsExactly(48);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void fallsBackToTheKernelsBufferWhereNoJournalIsKept(List<String> shell) throws Exception {
        tool("journalctl", "echo 'No journal files were found.' >&2");
        tool(
                "dmesg",
                "echo '2024-11-24T00:00:00,000000+00:00 Linux version 6.8'; echo"
                        + " '2024-11-25T02:00:01,000000+00:00 NVRM: Xid (PCI:0000:19:00): 48, x';"
                        + " echo '2024-11-24T02:00:01,000000+00:00 NVRM: Xid (PCI:0000:19:00): 63, before T0'");

        assertThat(facts(probe(shell, "kernel-log")).kernelEvents().or(List.of()))
                .extracting(e -> e.code())
                .containsExactly(48);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void findsThePackageBehindAModuleThatDkmsBuilt(List<String> shell) throws Exception {
        tool("modinfo", "case $1 in -n) echo /lib/modules/1/updates/dkms/nvidia.ko ;; *) echo 570.1 ;; esac");
        tool("nvidia-smi", "exit 0");
        tool("dpkg-query", "case $2 in */nvidia-smi) echo 'nvidia-utils-570-server: x' ;; *) exit 1 ;; esac");
        tool("rpm", "case $4 in */nvidia-smi) printf nvidia-utils-570-server ;; *) exit 1 ;; esac");

        assertThat(ProbeAnswer.of(probe(shell, "driver-owner")).sections().values())
                .extracting(Section::text)
                .allMatch(text -> text.matches("(dpkg|rpm)-owned nvidia-utils-570-server\n"))
                .hasSize(1);
    }

    @Test
    void refusesAT0ThatIsNoNumber() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", Probe.script(), Probe.NAME, "$(reboot)").start();

        assertThat(process.waitFor()).isEqualTo(2);
    }
}
