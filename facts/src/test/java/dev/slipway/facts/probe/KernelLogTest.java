package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelLogTest {
    private static final Instant BOOT = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private static List<XidEvent> events(String text) {
        return read(text).value().orElseThrow();
    }

    private static Reading<List<XidEvent>> read(String text) {
        return KernelLog.parse(text, new LogClock(Optional.of(BOOT), NOW));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            value = {
                "dmesg-T-xid119-gsp-timeout.txt; 119 119 119 119 119",
                "dmesg-T-xid31-48-hex-domain.txt; 31 48",
                "dmesg-decode-iso-libnccl-segfault.txt; ''",
                "fallen-off-bus-three-line-message.txt; 79",
                "gsp-gb20b-no-bdf.txt; 119 0 0",
                "journal-xid119-process-name-brackets.txt; 119 13",
                "kmsg-nvswitch-open.txt; ''",
                "kmsg-peermem-error-storm.txt; ''",
                "rminit-failed-no-timestamp.txt; 0 0",
                "unknown-symbol-2005.txt; 0",
                "xid-120-gsp-task-exception.txt; 120 120 119",
                "xid-13-journal-2014.txt; 13",
                "xid-140-ecc-uncorrectable.txt; 140",
                "xid-140-short-bus-domain3.txt; 140",
                "xid-79-wrapped-and-plain.txt; 79",
                "xid-94-95-contained-uncontained-mig.txt; 94 94 95",
                "xid-95-fbhub-real.txt; 95",
                "xid-datadog-31-mmu-fault.txt; 31",
                "xid-datadog-tolerance-forms.txt; 43 43 149",
                "xid-no-pci-prefix-and-bad-forms.txt; 14 99999 69 79 69 64",
                "xid154-recovery-action-changed.txt; 154 154 154 154",
                "xid48-with-wrong-text-ctx-switch.txt; 48",
            })
    void readsEveryFormOfLine(String sample, String codes) {
        assertThat(events(Samples.text("kernel-log/" + sample)).stream()
                        .map(e -> Integer.toString(e.code()))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(codes);
    }

    @Test
    void readsTheNvlinkFaultsOfNewGenerations() {
        String text = Samples.text("kernel-log/xid-145-149-nvlink5-gb200.txt");

        assertThat(events(text))
                .extracting(XidEvent::code)
                .containsOnly(145, 149)
                .hasSize(11);
        assertThat(events(text)).extracting(XidEvent::bdf).containsOnly("0008:01:00.0", "0018:01:00.0");
        assertThat(events(Samples.text("kernel-log/xid-144-150-all-units-synthetic.txt")))
                .extracting(XidEvent::code)
                .contains(144, 145, 146, 147, 148, 149, 150)
                .doesNotContain(0);
    }

    @Test
    void keepsOneIncidentTogether() {
        List<XidEvent> events = events(Samples.text("kernel-log/dmesg-iso-xid48-63-94-h100.txt"));

        assertThat(events).extracting(XidEvent::code).startsWith(48, 63, 94).containsOnly(48, 63, 94);
        assertThat(events).extracting(XidEvent::bdf).containsOnly("0000:19:00.0");
    }

    @Test
    void tellsSwitchesFromGpusAndReadsFatalOnes() {
        List<XidEvent> events = events(Samples.text("kernel-log/sxid-gpud.txt"));

        assertThat(events).allMatch(XidEvent::nvswitch);
        assertThat(events)
                .extracting(XidEvent::code)
                .contains(12028, 20034, 20123, 22013)
                .doesNotContain(11111);
        assertThat(events(Samples.text("kernel-log/sxid-nvsentinel-truncated-and-soe.txt")))
                .extracting(XidEvent::code)
                .contains(24007, 26006, 26007, 26008);
    }

    @Test
    void neverPassesOverADamagedLine() {
        List<XidEvent> events = events(Samples.text("kernel-log/xid-nvsentinel-mixed.txt"));

        assertThat(events).extracting(XidEvent::code).contains(149, 13, 74, 32, 46, 69, 8, 999, 154, 0);
        assertThat(events("NVRM: Xid (PCI:0000:3f")).extracting(XidEvent::code).containsExactly(0);
    }

    @Test
    void leavesOutOnlyWhatIsCertainlyOlderThanT0() {
        String t0 = "# source=journal since=" + BOOT.plusSeconds(100).getEpochSecond() + "\n";
        String uptime =
                "[   50.000001] NVRM: Xid (PCI:0000:19:00): 48, DBE\n[  150.000001] NVRM: Xid (PCI:0000:19:00): 63, x\n";
        String noYear = "Nov 25 15:34:36 h kernel: NVRM: Xid (PCI:0000:02:00): 13, pid=1\n";
        String unix = BOOT.plusSeconds(99).getEpochSecond() + ".5 h kernel: NVRM: Xid (PCI:0000:19:00): 94, x\n";

        assertThat(events(t0 + uptime + noYear + unix))
                .extracting(XidEvent::code)
                .containsExactly(63, 13);
        assertThat(events(t0 + uptime)).extracting(XidEvent::at).containsExactly(BOOT.plusSeconds(150));
        assertThat(KernelLog.parse(t0 + uptime, new LogClock(Optional.empty(), NOW))
                        .or(List.of()))
                .hasSize(2);
    }

    @Test
    void isBlindWhereTheBufferNoLongerReachesBack() {
        String head = "# source=dmesg since=" + BOOT.plusSeconds(3_600).getEpochSecond() + "\n# oldest: ";

        assertThat(read(head + "2026-11-21T11:30:00,000000+00:00 usb 1-1: x\n").error())
                .contains("no longer reaches back");
        assertThat(read(head + "2026-11-21T10:30:00,000000+00:00 usb 1-1: x\n").known())
                .isTrue();
        assertThat(read(head + "2026-11-21T11:30:00,000000+00:00 Linux version 6.8\n")
                        .known())
                .isTrue();
        assertThat(read(head + "\n").known()).isFalse();
    }

    /** I22: no XID in a journal that was rotated after T0 says nothing; an XID that is still there says all. */
    @Test
    void i22_isBlindWhereTheJournalOfThisBootBeginsAfterT0() {
        String head = "# source=journal since=" + BOOT.plusSeconds(3_600).getEpochSecond() + "\n# oldest: ";
        String rotated = head + BOOT.plusSeconds(5_400).getEpochSecond() + ".5 h kernel: usb 1-1: x\n";

        assertThat(read(rotated).error())
                .contains("begins at 2026-11-21T11:30:00.500Z", "T0 2026-11-21T11:00:00Z", "until a run begins later");
        assertThat(events(rotated + BOOT.plusSeconds(5_500).getEpochSecond()
                        + ".5 h kernel: NVRM: Xid (PCI:0000:19:00): 79, x\n"))
                .extracting(XidEvent::code)
                .containsExactly(79);
        assertThat(read(head + BOOT.plusSeconds(3_000).getEpochSecond() + ".5 h kernel: usb 1-1: x\n")
                        .known())
                .as("it still covers T0")
                .isTrue();
        assertThat(read(head + "-- No entries --\n").error()).contains("does not say when it begins");
    }

    /** A node that booted after T0 must show its log from the first line on. */
    @Test
    void i22_aJournalThatLostTheBeginOfABootAfterT0IsNotClean() {
        String head = "# source=journal since=" + BOOT.minusSeconds(3_600).getEpochSecond() + "\n# oldest: ";

        assertThat(read(head + BOOT.plusSeconds(9).getEpochSecond() + ".5 h kernel: Linux version 6.8.0-60\n")
                        .known())
                .isTrue();
        assertThat(read(head + BOOT.plusSeconds(900).getEpochSecond() + ".5 h kernel: usb 1-1: x\n")
                        .known())
                .isFalse();
    }

    /** I22: what an earlier boot left in the buffer is over. */
    @Test
    void countsOnlyTheLastBootOfABufferThatHoldsTwo() {
        String before = "[ 900.1] NVRM: Xid (PCI:0000:19:00): 79, GPU has fallen off the bus.\n";
        String after = "[    4.2] NVRM: Xid (PCI:0000:1a:00): 48, DBE\n";

        for (String border :
                List.of("-- Boot 0123456789abcdef0123456789abcdef --\n", "[    0.0] Linux version 6.8\n")) {
            assertThat(events(before + border + after))
                    .extracting(XidEvent::code)
                    .containsExactly(48);
        }
        assertThat(events(before + after)).as("nothing marks a boot").hasSize(2);
        assertThat(events("-- Logs begin at Fri 2026-11-20 --\n" + before + "-- Reboot --\n[ 5.0] usb 1-1: x\n"))
                .isEmpty();
        assertThat(events("# source=dmesg since=1\n# oldest: [ 0.0] Linux version 6.8\n" + after))
                .hasSize(1);
    }

    @Test
    void isBlindWhereLinesWereKeptBackAndNoErrorIsLeft() {
        String limited = "[ 100.1] NVRM: Rate limiting GSP RPC error prints for GPU at PCI:0000:19:00\n";

        assertThat(read(limited).error()).startsWith("not every line reached the log");
        assertThat(read("[ 100.1] __ratelimit: 20 callbacks suppressed\n").known())
                .isFalse();
        assertThat(events(limited + "[ 101.1] NVRM: Xid (PCI:0000:19:00): 119, Timeout\n"))
                .extracting(XidEvent::code)
                .containsExactly(119);
    }

    @Test
    void readsTimesOfAllForms() {
        LogClock clock = new LogClock(Optional.of(BOOT), NOW);

        assertThat(clock.at("1795255200.250000 h kernel: x")).contains(Instant.ofEpochSecond(1795255200L, 250_000_000));
        assertThat(clock.at("kern  :warn  : 2025-01-21T04:41:44,285060+00:00 x"))
                .contains(Instant.parse("2025-01-21T04:41:44Z"));
        assertThat(clock.at("2026-11-21T12:00:00+0200 x")).contains(Instant.parse("2026-11-21T10:00:00Z"));
        assertThat(clock.at("6,3964,2000000,-;x")).contains(BOOT.plusSeconds(2));
        assertThat(clock.at("[Sun Feb 23 16:24:18 2025] x")).isEmpty();
        assertThat(clock.local("[Sun Feb 23 16:24:18 2025] x")).contains(Instant.parse("2025-02-23T16:24:18Z"));
        assertThat(clock.at("9999-99-99T99:99:99Z x")).isEmpty();
    }

    @Test
    void passesOverNoGpuWhoseProcessorIsSilentWithoutAnXid() {
        String silent = " NVRM: GPU6 _kgspIsHeartbeatTimedOut: Heartbeat timed out, currentTimeMs 812 diff 6070\n";

        assertThat(events("[  100.1]" + silent + "[  101.1]" + silent.replace("812", "813")))
                .extracting(XidEvent::code, XidEvent::text)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(0, "GPU6 Heartbeat timed out"));
    }
}
