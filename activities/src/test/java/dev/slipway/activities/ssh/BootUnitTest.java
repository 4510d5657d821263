package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.probe.Probe;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.RuntimeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of the boot unit really runs, with a dcgmi and an lspci of our own in front of the machine's. */
class BootUnitTest {
    private static final RuntimeSettings SETTINGS =
            new RuntimeSettings("Enabled", "Exclusive_Process", "650", "1593,1980", "Enabled", "Disabled");

    @TempDir
    private Path folder = Path.of("");

    private record Ended(int exit, String out) {}

    private static Baseline baseline(Optional<RuntimeSettings> runtime, Map<Field, String> pins) {
        return ChangedBaseline.of(OneNode.baseline(OneNode.GOAL))
                .pins(pins)
                .runtime(runtime)
                .baseline();
    }

    private void tool(String name, String body) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended run(String script) throws Exception {
        Path file = Files.writeString(folder.resolve("boot.sh"), script + "\n");
        ProcessBuilder builder = new ProcessBuilder("sh", file.toString()).redirectErrorStream(true);
        builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        Path out = folder.resolve("out");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out));
    }

    private Ended checked(Field field, String pin) throws Exception {
        String script =
                BootUnit.of(baseline(Optional.empty(), Map.of(field, pin))).script();
        String gpus = "iommu() { cat '" + folder + "/groups'; }\n";
        return run(script.replace(Probe.function("iommu"), gpus));
    }

    @Test
    void setsPowerClocksAndComputeModeAgainUntilDcgmAnswers() throws Exception {
        tool("sleep", ":");
        tool("dcgmi", "echo \"$*\" >>'" + folder + "/calls'; [ $(grep -c . '" + folder + "/calls') -gt 2 ]");

        Ended ended = run(BootUnit.of(baseline(Optional.of(SETTINGS), Map.of())).script());

        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .hasSize(3)
                .containsOnly("config --set -P 650 -a 1593,1980 -c 2");
    }

    @Test
    void failsWhereDcgmTakesNothing() throws Exception {
        tool("sleep", ":");
        tool("dcgmi", "exit 235");

        Ended ended = run(BootUnit.of(baseline(Optional.of(SETTINGS), Map.of())).script());

        assertThat(ended).isEqualTo(new Ended(1, "slipway: DCGM did not take the settings\n"));
    }

    /** Of this machine's command line the first word is there, and no other word is like these. */
    @Test
    void failsWhereTheCommandLineIsNotAsPinned() throws Exception {
        String first = Files.readString(Path.of("/proc/cmdline")).strip().split("\\s+")[0];
        String beginning = first.substring(0, 3);

        assertThat(checked(Field.CMDLINE, first + " " + beginning + "* !slipway.absent !slipway.ab*"))
                .isEqualTo(new Ended(0, ""));
        assertThat(checked(Field.CMDLINE, "!" + first + " slipway.absent=1 !" + beginning + "*"))
                .isEqualTo(new Ended(
                        1,
                        "slipway: the kernel booted with " + first
                                + "\nslipway: the kernel booted without slipway.absent=1\nslipway: the kernel booted with "
                                + beginning + "*\n"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            passthrough, identity identity, 0
            passthrough, identity DMA-FQ,   1
            translated,  DMA DMA-FQ auto,   0
            translated,  none,              1
            off,         none none,         0
            off,         identity,          1
            off,         '',                1
            """)
    void failsWhereAGpuHasAnotherIommu(String pin, String groups, int exit) throws Exception {
        Files.writeString(folder.resolve("groups"), groups.isEmpty() ? "" : groups.replace(' ', '\n') + "\n");

        Ended ended = checked(Field.IOMMU, pin);

        assertThat(ended.exit()).as(ended.out()).isEqualTo(exit);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            off, 'ACSCtl: SrcValid- TransBlk-',                        0
            off, 'ACSCtl: SrcValid- TransBlk-|ACSCtl: SrcValid+ ReqRedir+', 1
            on,  'ACSCtl: SrcValid- TransBlk-|ACSCtl: SrcValid+ ReqRedir+', 0
            on,  'ACSCtl: SrcValid- TransBlk-',                        1
            off, 'Capabilities: <access denied>',                      1
            on,  'Capabilities: <access denied>',                      1
            """)
    void failsWhereAcsIsNotAsPinned(String pin, String lines, int exit) throws Exception {
        Files.writeString(folder.resolve("lspci.txt"), lines.replace('|', '\n') + "\n");
        tool("lspci", "cat '" + folder + "/lspci.txt'");

        Ended ended = checked(Field.ACS, pin);

        assertThat(ended.exit()).as(ended.out()).isEqualTo(exit);
    }

    @Test
    void failsWhereThereIsNoLspci() throws Exception {
        tool("lspci", "exit 127");

        assertThat(checked(Field.ACS, "off").exit()).isEqualTo(1);
        assertThat(checked(Field.ACS, "on").exit()).isEqualTo(1);
    }

    @Test
    void aBaselineThatSetsNothingHasNoUnit() {
        assertThat(BootUnit.of(baseline(Optional.empty(), Map.of(Field.IOMMU, "n/a"))))
                .isEqualTo(new BootUnit("", ""));
    }
}
