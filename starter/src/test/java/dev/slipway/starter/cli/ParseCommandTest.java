package dev.slipway.starter.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.parse.ToolNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

    private static Said typed(String input, boolean terminal, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Slipway.commandLine(Map.of(), new PrintWriter(out), new PrintWriter(err));
        ParseCommand parse =
                Objects.requireNonNull(line.getSubcommands().get("parse")).getCommand();
        parse.input = new StandardInput(new ByteArrayInputStream(input.getBytes(UTF_8)), terminal);
        return new Said(line.execute(args), out.toString(), err.toString());
    }

    @Test
    void takesTheNamesThatPeopleType() throws IOException {
        String xid = "NVRM: Xid (PCI:0000:19:00): 79, GPU has fallen off the bus.\n";

        assertThat(parse("dmesg", xid).json().path("tool").asText()).isEqualTo("dmesg");
        assertThat(parse("dmesg", xid).exit()).isEqualTo(Exit.NO);
        assertThat(parse("journalctl", xid, "--since", "@1795255200").exit()).isEqualTo(Exit.NO);
        assertThat(parse("rmmod", "rmmod: ERROR: Module nvidia is in use\n").exit())
                .isEqualTo(Exit.NO);
        assertThat(parse(
                                "squeue",
                                "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n")
                        .json()
                        .at("/facts/idle")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void guessesTheToolWhereNoneIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "\nrmmod: ERROR: Module nvidia is in use\n");

        Said said = slipway("parse", file.toString());

        assertThat(said.exit()).isEqualTo(Exit.NO);
        assertThat(said.json().path("tool").asText()).isEqualTo("modprobe");
        assertThat(said.json().path("guessedFrom").asText()).isEqualTo("line 2: rmmod: ERROR: Module nvidia is in use");
        assertThat(slipway("parse", file.toString(), "--text").out()).contains("guessed from  line 2: rmmod");
        assertThat(slipway("parse", file.toString(), "--since", "@1").err())
                .contains("--since and --boot are for kernel logs");
    }

    @Test
    void namesTheCandidatesAndTheCommandToTypeWhereTwoToolsFit() throws IOException {
        Path file = Files.writeString(
                folder.resolve("paste"),
                "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\nModule   Size  Used by\n");

        Said said = slipway("parse", file.toString());

        assertThat(said.exit()).isEqualTo(ParseExit.NOT_UNDERSTOOD);
        assertThat(said.err())
                .contains("lines of several tools are in this: dmesg, lsmod")
                .contains("slipway parse dmesg " + file + " or slipway parse lsmod " + file);
        assertThat(said.out()).isEmpty();
    }

    @Test
    void saysWhatToTypeWhereNoToolFits() {
        Said said = typed("hello\n", false, "parse", "-");

        assertThat(said.exit()).isEqualTo(ParseExit.NOT_UNDERSTOOD);
        assertThat(said.err())
                .contains("no line shows which tool printed this")
                .contains("name the tool: slipway parse TOOL, with one of: alertmanager,");
    }

    @Test
    void everyVerdictHasAnExitCodeOfItsOwn() throws IOException {
        String warned = "nvidia/580.1, 6.8.0, x86_64: installed (WARNING! Diff between built and installed module!)\n";

        assertThat(parse("rmmod", "", "--exit-status", "0").exit()).isEqualTo(Exit.OK);
        assertThat(parse("dkms", warned).exit()).isEqualTo(ParseExit.WARN);
        assertThat(parse("dkms", "nvidia/550.1: broken\n").exit()).isEqualTo(Exit.NO);
        assertThat(parse("rmmod", "").exit()).isEqualTo(Exit.AWAY);
        assertThat(parse("lsmod", "nvidia 56000000 2\n").exit()).isEqualTo(ParseExit.NO_VERDICT);
        for (String tool : ToolNames.all()) {
            assertThat(parse(tool, "zzq: something\nzzq: else\n").exit())
                    .as(tool)
                    .isIn(ParseExit.NOT_UNDERSTOOD, Exit.AWAY)
                    .isNotZero();
        }
        assertThat(parse("lsmod", "zzq: something\n").exit()).isEqualTo(ParseExit.NOT_UNDERSTOOD);
        assertThat(parse("nvidia-smi", "zzq\n").exit()).isEqualTo(ParseExit.NOT_UNDERSTOOD);
    }

    @Test
    void valuesBesideAFailingExitStatusAreNoSuccess() throws IOException {
        Said said = parse("lsmod", "nvidia 56000000 2\n", "--exit-status", "137");

        assertThat(said.exit()).isEqualTo(Exit.AWAY);
        assertThat(said.json().path("verdict").asText()).isEqualTo("UNKNOWN");
        assertThat(said.json().at("/reason/0").asText()).isEqualTo("exit status 137");
    }

    @Test
    void saysThatItWaitsOnATerminalAndOnlyThere() {
        Said said = typed("Module   Size  Used by\nnvidia 56000000 2\n", true, "parse", "lsmod");

        assertThat(said.exit()).isEqualTo(ParseExit.NO_VERDICT);
        assertThat(said.err())
                .contains("waiting for the output of a tool: paste it, then press Ctrl-D")
                .contains("slipway parse lsmod FILE");
        assertThat(said.out()).startsWith("{");
        assertThat(typed("nvidia 56000000 2\n", false, "parse", "lsmod").err()).isEmpty();
    }

    @Test
    void helpSaysOneThingOnce() {
        String help = slipway("parse", "--help").out();

        assertThat(help)
                .containsOnlyOnce("Exit codes:")
                .contains("7    values were read")
                .doesNotContain("drift found");
        assertThat(help).as("it asks no server").doesNotContain("--server", "--token-file");
        assertThat(help).as("JSON is what it prints").doesNotContain("instead of text");
        assertThat(slipway("parse", "lsmod", "--text", "--json").exit()).isEqualTo(Exit.USAGE);
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
        assertThat(said.err())
                .contains("'nvidia-smy' is neither a tool nor a file")
                .contains("nvidia-smi-xml");
        assertThat(slipway("parse", "lsmod", folder.resolve("none").toString()).exit())
                .isEqualTo(Exit.USAGE);
        assertThat(slipway("parse", "--help").out()).contains("kernel-log").contains("Examples:");
    }
}
