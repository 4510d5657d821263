package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.kernel.LogBound;
import dev.slipway.facts.tool.ToolReport;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors count since T0 and by their boot (I22); a log that misses lines is not clean. */
class KernelLogBoundTest {
    /** A log has no end of its own: only the exit status says that it is whole. */
    private static final OptionalInt ENDED = OptionalInt.of(0);

    private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
    private static final String XID = "NVRM: Xid (PCI:0000:19:00): 79, pid=1, name=a, GPU has fallen off the bus.";

    private static ToolReport<?> since(String log) {
        return ToolParsers.kernelLog(log.getBytes(UTF_8), ENDED, new LogBound(Optional.of(T0), Optional.empty()));
    }

    private static ToolReport<?> booted(String boot, String log) {
        return ToolParsers.kernelLog(
                log.getBytes(UTF_8), ENDED, new LogBound(Optional.of(T0), Optional.of(Instant.parse(boot))));
    }

    private static ToolReport<?> whole(String log) {
        return ToolParsers.parse("kernel-log", log.getBytes(UTF_8), ENDED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-21T09:59:59+00:00 gpu-1 kernel: |PASS",
                "2026-11-21T10:00:00+00:00 gpu-1 kernel: |FAIL",
                "2026-11-21T10:59:59+01:00 gpu-1 kernel: |PASS",
                "2026-11-21T11:00:01+0100 gpu-1 kernel: |FAIL",
                "2026-11-21T09:59:59,123456+00:00 |PASS",
                "1795255199.5 gpu-1 kernel: |PASS",
                "1795255200.5 gpu-1 kernel: |FAIL",
                "[Fri Nov 20 20:59:00 2026] |PASS",
                // No zone stands there: this may be before or after T0.
                "[Sat Nov 21 09:00:00 2026] |FAIL",
                "[  100.000000] |FAIL",
                "Nov 21 09:00:00 gpu-1 kernel: |FAIL"
            })
    void leavesOutOnlyWhatIsCertainlyOlder(String stamp, ToolVerdict verdict) {
        assertThat(since(stamp + " " + XID).verdict()).contains(verdict);
    }

    @Test
    void tellsWhichTimesAreUncertain() {
        ToolReport<?> parsed =
                since("2026-11-21T09:00:00Z gpu-1 kernel: " + XID + "\n[  100.0] " + XID.replace("19", "1a"));

        assertThat(parsed.facts().path("since").asText()).isEqualTo("2026-11-21T10:00:00Z");
        assertThat(parsed.facts().path("olderLines").asInt()).isEqualTo(1);
        assertThat(parsed.facts().path("untimed").asInt()).isEqualTo(1);
        assertThat(parsed.facts().path("incidents")).hasSize(1);
        assertThat(parsed.reasons()).anyMatch(r -> r.contains("no certain time"));
    }

    @Test
    void turnsSecondsSinceBootIntoInstantsWhereTheBootIsKnown() {
        String log = "[  100.0] " + XID;

        assertThat(booted("2026-11-21T09:58:00Z", log).verdict()).contains(ToolVerdict.PASS);
        assertThat(booted("2026-11-21T09:59:00Z", log).verdict()).contains(ToolVerdict.FAIL);
        assertThat(booted("2026-11-21T09:59:00Z", "Nov 21 10:00:40 gpu-1 kernel: " + log)
                        .verdict())
                .contains(ToolVerdict.FAIL);
    }

    /** The boot that is known is the last one: what an earlier one printed ended before it. */
    @Test
    void leavesOutEarlierBootsThatEndedBeforeT0() {
        String before = "[    0.0] Linux version 6.8.0 (x)\n[90000.0] " + XID + "\n";
        String after = "[    0.0] Linux version 6.8.0 (x)\n[   50.0] usb 1-1: new device\n";

        assertThat(booted("2026-11-21T09:59:30Z", before + after).verdict()).contains(ToolVerdict.PASS);
        assertThat(booted("2026-11-21T10:30:00Z", before + after).verdict()).contains(ToolVerdict.FAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- Boot 0f1e2d3c4b5a69788796a5b4c3d2e1f0 --\n[    0.0] Linux version 6.8.0 (x)\n",
                "-- Reboot --\n",
                "[    0.0] Booting Linux on physical CPU 0x0\n[    0.0] Linux version 6.8.0 (x)\n",
                "[    0.0] Linux version 6.8.0 (x)\n",
                // Only the driver's lines were kept: the seconds go back.
                ""
            })
    void seesWhereALogGoesOnInAnotherBoot(String start) {
        ToolReport<?> parsed = whole("[90000.0] " + XID + "\n" + start + "[   50.0] " + XID);

        assertThat(parsed.facts().path("boots").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/events/0/boot").asInt()).isEqualTo(1);
        assertThat(parsed.facts().at("/events/1/boot").asInt()).isEqualTo(2);
        assertThat(parsed.facts().at("/incidents/0/count").asInt()).isEqualTo(2);
    }

    @Test
    void takesLinesOfTwoProcessorsForOneBoot() {
        assertThat(whole("[  101.3] usb a\n[  100.9] " + XID).facts().has("boots"))
                .isFalse();
    }

    @Test
    void countsALossWithoutACodeInEachBoot() {
        String lost = "NVRM: GPU 0000:19:00.0: GPU has fallen off the bus.\n";
        ToolReport<?> parsed = whole("[90000.0] " + lost + "[   50.0] " + lost);

        assertThat(parsed.facts().path("events")).hasSize(2);
        assertThat(parsed.facts().at("/incidents/0/count").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[  1.0] usb a\nNov 21 10:00:00 n systemd-journald[1]: Missed 1532 kernel messages",
                "[  1.0] usb a\nNov 21 10:00:00 n systemd-journald[1]: /dev/kmsg buffer overrun, some messages lost.",
                "[  1.0] usb a\n** 12 printk messages dropped **",
                "[  1.0] NVRM: Rate limiting GSP RPC error prints for GPU at PCI:0000:19:00",
                "",
                "\n\n",
                "hello\nworld"
            })
    void doesNotPassALogThatMissesLines(String log) {
        assertThat(whole(log).verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dmesg: read kernel buffer failed: Operation not permitted",
                "sudo: a password is required",
                "No journal files were opened due to insufficient permissions.",
                "Hint: You are currently not seeing messages from other users and the system.\n-- No entries --",
                "bash: dmesg: command not found"
            })
    void takesALogThatCouldNotBeReadForNoVerdict(String log) {
        assertThat(whole(log).verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[  1.0] usb 1-1: new high-speed USB device",
                "-- No entries --",
                "[  1.0] app[7]: error while loading shared libraries: libx.so"
            })
    void passesALogWithoutErrors(String log) {
        assertThat(whole(log).verdict()).contains(ToolVerdict.PASS);
    }

    @Test
    void doesNotPassALogOfWhichNothingSaysThatItIsWhole() {
        String log = "[  1.0] usb 1-1: new high-speed USB device";

        assertThat(ToolParsers.parse("kernel-log", log.getBytes(UTF_8), OptionalInt.empty())
                        .verdict())
                .contains(ToolVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[  1.0] NVRM: Xid (PCI:0000:3b:00): 79, pid=1, name=a, GPU has fal\nlen off the bus.",
                "[  1.0] NVRM: Xid (PCI:0000:3b\n:00): 79, GPU has fallen off the bus.",
                "[  1.0] NVRM: Xid (PCI:0000:3b:00):\n 79, GPU has fallen off the bus.",
                "[  1.0] NVRM: Xid (PCI\n:0000:3b:00): 79, GPU has fallen off the bus.",
                "[  1.0] NVRM: Xid \n(PCI:0000:3b:00): 79, GPU has fallen off the bus."
            })
    void joinsWhatATerminalBroke(String log) {
        ToolReport<?> parsed = whole(log);

        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.facts().at("/incidents/0/code").asInt()).isEqualTo(79);
        assertThat(parsed.facts().at("/incidents/0/address").asText()).isEqualTo("0000:3b:00.0");
        assertThat(parsed.facts().has("malformed")).isFalse();
    }
}
