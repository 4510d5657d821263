package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shell that did not run the tool, and the same words within an output of the tool. */
class NotRunTest {
    private static final List<String> MESSAGES = List.of(
            "bash: line 1: tool: command not found",
            "-bash: tool: command not found",
            "zsh:1: command not found: tool",
            "tool: command not found",
            "sh: 1: tool: not found",
            "/bin/sh: 1: tool: not found",
            "/bin/sh: line 1: tool: command not found",
            "sudo: tool: command not found",
            "Command 'tool' not found, but can be installed with:",
            "bash: /usr/bin/tool: Permission denied",
            "bash: /usr/bin/tool: cannot execute binary file: Exec format error",
            "tool: error while loading shared libraries: libtool.so.1: cannot open shared object file",
            "sudo: a password is required",
            "ssh: connect to host gpu-1 port 22: Connection timed out",
            "Host key verification failed.",
            "Connection closed by 10.0.0.1 port 22");

    private static ToolReport<?> parse(String tool, String text, OptionalInt exit) {
        return ToolParsers.parse(tool, text.getBytes(UTF_8), exit);
    }

    private static ToolReport<?> parse(String tool, String text) {
        return parse(tool, text, OptionalInt.empty());
    }

    /** The versions of several tools in one answer say themselves which of them is not there. */
    static Stream<String> tools() {
        return ToolParsers.names().stream().filter(tool -> !tool.equals("versions"));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void aShellThatDidNotFindTheToolIsAnErrorAndNoAnswer(String tool) {
        List<String> wrong = new ArrayList<>();
        for (String message : MESSAGES) {
            for (String before : List.of("", "Warning: Permanently added 'gpu-1' to the list of known hosts.\n")) {
                for (OptionalInt exit : List.of(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.of(127))) {
                    ToolReport<?> report = parse(tool, before + message.replace("tool", "nvidia-smi") + "\n", exit);
                    if (!report.verdict()
                                    .filter(v -> v == ToolVerdict.INFRASTRUCTURE_ERROR)
                                    .isPresent()
                            || !report.facts().has("error")
                            || report.value().known()) {
                        wrong.add(exit + " " + before + message + ": " + report.json());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aReasonOfSlurmIsNoMessageOfAShell() {
        String row = "nvidia-smi: command not found root      2026-11-20T14:00:00 gpu01\n";
        for (String text : List.of("REASON               USER      TIMESTAMP           NODELIST\n" + row, row)) {
            ToolReport<?> parsed = parse("slurm", text);

            assertThat(parsed.facts().at("/nodes/0/name").asText()).isEqualTo("gpu01");
            assertThat(parsed.facts().at("/nodes/0/reason").asText()).isEqualTo("nvidia-smi: command not found");
            assertThat(parsed.verdict()).isEmpty();
        }
    }

    @Test
    void whatATaskOfAnsiblePrintedIsNoMessageOfTheShellAroundAnsible() {
        ToolReport<?> parsed = parse("ansible", """
                PLAY [gpu] *********************************************************************
                TASK [dcgm] ********************************************************************
                fatal: [gpu01]: FAILED! => {
                    "rc": 127,
                    "stderr": "/bin/sh: dcgmi: command not found"
                }
                PLAY RECAP *********************************************************************
                gpu01 : ok=0 changed=0 unreachable=0 failed=1 skipped=0 rescued=0 ignored=0
                """);

        assertThat(parsed.facts().at("/hosts/gpu01/failed").asInt()).isEqualTo(1);
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void whatAPackagesScriptDidNotFindFailsThePackage() {
        ToolReport<?> parsed = parse("packages", """
                Setting up nvidia-dkms-570 (570.133.20-0ubuntu1) ...
                /var/lib/dpkg/info/nvidia-dkms-570.postinst: 5: dkms: not found
                dpkg: error processing package nvidia-dkms-570 (--configure):
                 installed nvidia-dkms-570 package post-installation script subprocess returned error exit status 127
                """);

        assertThat(parsed.facts().at("/packages/0/failed").asBoolean()).isTrue();
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.reasons()).anyMatch(reason -> reason.contains("dkms: not found"));
    }

    /** Of two commands in one paste one did not run: what the other printed stands, and proves nothing alone. */
    @Test
    void aMessageBesideAnAnswerLeavesTheFactsAndNoPass() {
        String host = "gpu01 | SUCCESS | rc=0 >>\n";
        assertThat(parse("ansible", host, OptionalInt.of(0)).verdict()).contains(ToolVerdict.PASS);

        ToolReport<?> parsed = parse("ansible", host + "dcgmi: command not found\n", OptionalInt.of(0));

        assertThat(parsed.facts().path("results")).hasSize(1);
        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parsed.value().known()).isFalse();
    }
}
