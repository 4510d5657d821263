package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseCommandTest {
    @TempDir
    Path folder;

    private Said parse(String tool, String output, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("output"), output);
        String[] args = new String[more.length + 3];
        args[0] = "parse";
        args[1] = tool;
        args[2] = file.toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return slipway(args);
    }

    private static Said slipway(String... args) {
        return Said.slipway(Map.of(), args);
    }

    @Test
    void printsFormatFactsVerdictAndWhatWasNotUnderstood() throws IOException {
        Said said = parse("dcgmi", "banner\ngpuId 0:\n    U U D\n");
        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.json().path("tool").asText()).isEqualTo("dcgmi");
        assertThat(said.json().path("format").asText()).isEqualTo("dcgmi nvlink -s");
        assertThat(said.json().at("/facts/gpus/0/down/0").asInt()).isEqualTo(2);
        assertThat(said.json().path("verdict").asText()).isEqualTo("FAIL");
        assertThat(said.json().at("/unparsed/0/text").asText()).isEqualTo("banner");
        assertThat(said.json().path("truncated").asBoolean()).isFalse();
    }

    @Test
    void leavesOutWhatIsOlderThanTheGivenTime() throws IOException {
        String log = "2026-11-21T09:00:00Z n kernel: NVRM: Xid (PCI:0000:19:00): 79, GPU has fallen off the bus.\n";

        assertThat(parse("kernel-log", log, "--since", "2026-11-21T08:00:00Z").exit())
                .isEqualTo(Exit.NO);
        String since = "2026-11-21T10:00:00+00:00";
        assertThat(parse("kernel-log", log, "--since", since).exit())
                .as("whether the log was read to its end is not known")
                .isEqualTo(Exit.AWAY);
        assertThat(parse("kernel-log", log, "--since", since, "--exit-status", "0")
                        .exit())
                .isZero();
        assertThat(parse("kernel-log", log, "--since", "@1795255200")
                        .json()
                        .at("/facts/olderLines")
                        .asInt())
                .isEqualTo(1);
        assertThat(parse("kernel-log", log, "--since", "yesterday").exit()).isEqualTo(Exit.USAGE);
        assertThat(parse("dkms", log, "--since", "@1").exit()).isEqualTo(Exit.USAGE);
    }

    @Test
    void takesTheExitStatusOfTheToolIntoAccount() throws IOException {
        assertThat(parse("modprobe-rmmod", "", "--exit-status", "0").exit()).isZero();
        assertThat(parse("modprobe-rmmod", "", "--exit-status", "1").exit()).isEqualTo(Exit.AWAY);
    }

    @Test
    void tellsAToolThatNeverRanFromOneThatFailed() throws IOException {
        Said said = parse("dcgmi", "bash: dcgmi: command not found\n");
        assertThat(said.exit()).isEqualTo(Exit.AWAY);
        assertThat(said.json().at("/facts/error").asText()).isEqualTo("command-not-found");
        assertThat(said.json().path("verdict").asText()).isEqualTo("INFRASTRUCTURE_ERROR");
    }

    @Test
    void printsLinesForPeople() throws IOException {
        assertThat(parse(
                                "proc-driver-version",
                                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.78  Sun\n",
                                "--text")
                        .out())
                .contains("version  550.78")
                .contains("flavour  proprietary");
    }

    @Test
    void namesTheToolsItKnows() {
        Said said = slipway("parse", "nvidia-smy");
        assertThat(said.exit()).isEqualTo(Exit.USAGE);
        assertThat(said.err()).contains("there is no parser for 'nvidia-smy'").contains("nvidia-smi-xml");
        assertThat(slipway("parse", "lsmod", folder.resolve("none").toString()).exit())
                .isEqualTo(Exit.USAGE);
        assertThat(slipway("parse", "--help").out()).contains("kernel-log").contains("Examples:");
    }
}
