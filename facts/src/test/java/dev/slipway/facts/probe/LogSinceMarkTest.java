package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.kernel.LogClock;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * I22: the kernel's log from a place on, as the probe reads it under every shell that nodes have as {@code sh}, with
 * a journal and a kernel's buffer of our own.
 */
class LogSinceMarkTest {
    /** As journalctl does: from the entry of the cursor on, or from the next one that is still kept. */
    private static final String JOURNAL = """
            from=1 only=999 cursor='' after=''
            while [ $# -gt 0 ]; do
              case $1 in
                -n) only=$2; shift ;;
                --cursor=*) from=${1#--cursor=s=ab;i=} ;;
                --after-cursor=*) from=$((${1#--after-cursor=s=ab;i=} + 1)) ;;
                --show-cursor) cursor=yes ;;
              esac
              shift
            done
            awk -v from="$from" -v only="$only" -v cursor="$cursor" '
              {number = $1; sub(/^[0-9]+ /, "")}
              number >= from && shown < only && (from > 1 || only == 999 || number == last) {
                print; shown++; end = number
              }
              END {if (!shown) print "-- No entries --"; else if (cursor) print "-- cursor: s=ab;i=" end}
            ' last="$(tail -n 1 FILE | cut -d ' ' -f 1)" FILE
            """;

    @TempDir
    private Path tools;

    static Stream<List<String>> shells() {
        return ProbeScriptTest.shells();
    }

    private void tool(String name, String body) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** A journal of this boot that keeps these lines, by their numbers. */
    private void journal(String... lines) throws IOException {
        Path file = Files.writeString(tools.resolve("journal"), String.join("\n", lines) + "\n");
        tool("journalctl", JOURNAL.replace("FILE", file.toString()));
    }

    private static String line(int number, String text) {
        return number + " 173250" + String.format("%04d", number) + ".5 h kernel: " + text;
    }

    private BootLog log(List<String> shell, LogPosition... mark) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of("-c", Probe.script(), Probe.NAME, "0"));
        Stream.of(mark).map(Probe::after).forEach(command::add);
        command.addAll(List.of("boot-id", "log-end", "log-since-mark"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        byte[] answer = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return ProbeAnswer.of(answer)
                .facts(new NodeRef("c1", "n1"), Instant.EPOCH)
                .log();
    }

    private static String boot() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    }

    private static List<Integer> codes(BootLog log) {
        return log.events().value().orElseThrow(() -> new AssertionError(log.toString())).stream()
                .map(event -> event.code())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsWhatTheJournalHasAfterThePlaceWhateverTimeItBears(List<String> shell) throws Exception {
        journal(line(1, "Linux version 6.8"), line(7, "NVRM: Xid (PCI:0000:19:00): 79, before"));
        LogPosition end = log(shell).end().value().orElseThrow();
        assertThat(end).isEqualTo(new LogPosition(boot(), "journal s=ab;i=7"));
        assertThat(log(shell).events().known()).as("nobody named a place").isFalse();

        journal(
                line(1, "Linux version 6.8"),
                line(7, "NVRM: Xid (PCI:0000:19:00): 79, before"),
                "8 0000000001.5 h kernel: NVRM: Xid (PCI:0000:19:00): 48, the clock went back",
                line(9, "usb x"));

        assertThat(codes(log(shell, end))).containsExactly(48);
        assertThat(codes(log(shell, LogPosition.beginOf(boot())))).containsExactly(79, 48);
        assertThat(codes(log(shell, new LogPosition("another-boot", "journal s=ab;i=7"))))
                .as("all of the boot that runs")
                .containsExactly(79, 48);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void i22_aPlaceThatTheJournalNoLongerHasIsUnknownAndNotClean(List<String> shell) throws Exception {
        journal(line(8, "usb x"), line(9, "usb y"));

        BootLog vacuumed = log(shell, new LogPosition(boot(), "journal s=ab;i=7"));
        assertThat(vacuumed.gap()).contains("no longer reaches back");
        assertThat(log(shell, LogPosition.beginOf(boot())).gap()).contains("no longer reaches back");
        assertThat(log(shell, new LogPosition(boot(), "journal s=ab;i=8")).gap())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsTheKernelsBufferByItsOwnSecondsWhereNoJournalIsKept(List<String> shell) throws Exception {
        tool("journalctl", "echo 'No journal files were found.' >&2");
        tool(
                "dmesg",
                "echo '[    0.000000] Linux version 6.8'; echo '[  100.000001] NVRM: Xid (PCI:0000:19:00): 79, before';"
                        + " echo '[  100.000002] NVRM: Xid (PCI:0000:19:00): 48, after'");

        assertThat(log(shell).end().value()).contains(new LogPosition(boot(), "dmesg 100.000002"));
        assertThat(codes(log(shell, new LogPosition(boot(), "dmesg 100.000001"))))
                .containsExactly(48);
        assertThat(log(shell, new LogPosition(boot(), "journal s=ab;i=7")).gap())
                .as("a place in a journal that is not there")
                .contains("no longer reaches back");

        tool("dmesg", "echo '[  200.000001] usb x'");
        assertThat(log(shell, new LogPosition(boot(), "dmesg 100.000001")).gap())
                .contains("no longer reaches back");
        tool("dmesg", "echo 'dmesg: read kernel buffer failed: Operation not permitted'; exit 1");
        assertThat(log(shell).end().error()).contains("Operation not permitted");
        assertThat(log(shell, LogPosition.beginOf(boot())).events().known()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void keepsTheLinesOfModulesThatTheKernelRefuses(List<String> shell) throws Exception {
        journal(
                line(1, "Linux version 6.8"),
                line(2, "nvidia_uvm: disagrees about version of symbol nvUvmInterfaceDeviceCreate"),
                line(3, "nvidia_peermem: Unknown symbol ib_register_peer_memory_client (err -2)"),
                line(4, "NVRM: API mismatch: the client has the version 570.1, but"),
                line(5, "mlx5_ib: disagrees about version of symbol ib_x"));

        assertThat(codes(log(shell, LogPosition.beginOf(boot())))).containsExactly(0, 0, 0);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void namesLinesOfTheDriverThatNobodyKnows(List<String> shell) throws Exception {
        journal(
                line(1, "Linux version 6.8"),
                line(2, "NVRM: it was warm before"),
                line(3, "nvidia: loading out-of-tree module taints kernel."),
                line(4, "NVRM: it is 41 degrees on GPU0 at PCI:0000:3b:00.0"),
                line(5, "NVRM: it is 42 degrees on GPU1 at PCI:0000:19:00.0"),
                line(6, "nvidia 0000:3b:00.0: the sun shines"),
                line(7, "nvidia-nvlink: Unregistered Nvlink Core, major device number 511"),
                line(8, "nvidia 0000:3b:00.0: firmware: direct-loading firmware nvidia/570.1/gsp_ga10x.bin"),
                line(9, "usb x: new device"),
                line(10, "nvidia-persistenced: started"));

        BootLog log = log(shell, new LogPosition(boot(), "journal s=ab;i=2"));

        assertThat(log.unknownLines())
                .containsExactly(
                        "NVRM: it is # degrees on GPU# at PCI:#",
                        "nvidia #: the sun shines",
                        "nvidia #: firmware: direct-loading firmware nvidia/#.#/gsp_ga#x.bin");
        assertThat(codes(log)).isEmpty();
        assertThat(log.gap()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void namesThemOfTheKernelsBufferToo(List<String> shell) throws Exception {
        tool("journalctl", "echo 'No journal files were found.' >&2");
        tool(
                "dmesg",
                "echo '[    0.000000] Linux version 6.8'; echo '[  100.000001] nvidia: the past';"
                        + " echo '[  100.000002] nvidia: the present'; echo '[  100.000003] [drm] [nvidia-drm] a screen'");

        assertThat(log(shell, new LogPosition(boot(), "dmesg 100.000001")).unknownLines())
                .containsExactly("nvidia: the present", "[nvidia-drm] a screen");
    }

    /** The rest of a long log is not clean; what counts as an error is still read whole. */
    @ParameterizedTest
    @MethodSource("shells")
    void saysWhereThereAreMoreThanAreRead(List<String> shell) throws Exception {
        journal(line(1, "Linux version 6.8"), line(2, "nvidia: the sun shines ".repeat(5_000)));

        BootLog log = log(shell, LogPosition.beginOf(boot()));

        assertThat(log.unknownLines()).contains("nvidia: more lines of the driver than were read");
        assertThat(log.gap()).isEmpty();
    }

    @Test
    void refusesAPlaceThatIsNone() throws Exception {
        for (String place : List.of("after=x,$(reboot)", "after=a b", "after='")) {
            Process process = new ProcessBuilder("sh", "-c", Probe.script(), Probe.NAME, "0", place).start();

            assertThat(process.waitFor()).as(place).isEqualTo(2);
        }
    }

    @Test
    void whatIsNoLogIsUnknown() {
        LogClock clock = new LogClock(Optional.empty(), Instant.EPOCH);
        Reading<LogPosition> end = Reading.unknown("not read");

        for (String text : List.of("", "garbage", "# source=journal", "# source=journal from=", "-- No entries --")) {
            BootLog log = KernelLog.afterPosition(end, Reading.of(text), clock);
            assertThat(log.events().known()).as(text).isFalse();
        }
        assertThat(KernelLog.afterPosition(end, Reading.of("# source=journal from=boot\n"), clock)
                        .gap())
                .as("it does not say where it begins")
                .isNotEmpty();
        assertThat(KernelLog.afterPosition(end, Reading.of("# source=journal from=mark\n# cut\n"), clock)
                        .gap())
                .contains("too long");
    }
}
