package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tool printed it: right, or not sure. */
class ToolGuessTest {
    private static final int STEPS = 4;

    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }

    /** The guess is right where its parser reads the very same from the output. */
    private static boolean right(String guess, String tool, byte[] bytes) {
        return guess.equals(tool)
                || ToolParsers.parse(guess, bytes, OptionalInt.empty())
                        .json()
                        .equals(ToolParsers.parse(tool, bytes, OptionalInt.empty())
                                .json());
    }

    @ParameterizedTest
    @MethodSource("tools")
    void noSampleIsTakenForThatOfAnotherTool(String tool) {
        List<String> wrong = new ArrayList<>();
        for (String sample : Expectations.samples(tool)) {
            byte[] bytes = Expectations.bytes(tool, sample);
            for (int step = 1; step <= STEPS; step++) {
                byte[] cut = Arrays.copyOf(bytes, bytes.length * step / STEPS);
                ToolGuess guess = ToolGuess.of(cut);
                guess.sure()
                        .filter(parser -> !right(parser, tool, cut))
                        .ifPresent(parser -> wrong.add(sample + " (" + cut.length + " bytes) as " + guess.marks()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Not sure is no answer at three in the morning: nearly every sample shows what it is. */
    @Test
    void nearlyEverySampleIsKnownByItsLines() {
        List<String> unsure = new ArrayList<>();
        int all = 0;
        for (String tool : ToolParsers.names()) {
            for (String sample : Expectations.samples(tool)) {
                ToolGuess guess = ToolGuess.of(Expectations.bytes(tool, sample));
                if (guess.sure().isEmpty()) {
                    unsure.add(tool + "/" + sample + " " + guess.marks());
                }
                all++;
            }
        }
        assertThat(unsure)
                .as(unsure.size() + " of " + all + ":\n" + String.join("\n", unsure))
                .hasSizeLessThan(all / 10);
    }

    @Test
    void twoToolsInOnePasteAreBothNamed() {
        String both = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\nModule   Size  Used by\n";

        ToolGuess guess = ToolGuess.of(both.getBytes(UTF_8));

        assertThat(guess.sure()).isEmpty();
        assertThat(guess.parsers()).containsExactly("kernel-log", "lsmod");
    }

    /** {@code systemctl status} of the fabric manager shows its journal: both parsers read it in the same way. */
    @Test
    void betweenParsersThatReadTheSameTheFirstLineDecides() {
        byte[] status = Expectations.bytes("fabricmanager", "fm-status-active-b300-with-nvlsm.txt");

        assertThat(ToolGuess.of(status).sure()).contains("systemd");
    }

    @Test
    void whatNoToolWroteIsNotGuessed() {
        for (String text : List.of("", "hello\n", "{}\n", "error\n", "version: 1.2\n", "0, 12, 3\n", "ok: yes\n")) {
            assertThat(ToolGuess.of(text.getBytes(UTF_8)).parsers()).as(text).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dmesg, kernel-log", "dpkg, packages", "apt, packages", "rpm, packages", "dnf, packages",
                "rmmod, modprobe-rmmod",
        "modprobe, modprobe-rmmod", "scontrol, slurm", "sinfo, slurm", "squeue, slurm", "sacct, slurm", "lsmod, lsmod",
        "nvidia-smi, nvidia-smi", "dcgmi, dcgmi", "lspci, lspci", "modinfo, modinfo", "dkms, dkms",
                "kernel-log, kernel-log",
        "systemctl, systemd", "journalctl, kernel-log", "nvcc, versions", "mpirun, nccl-tests"
    })
    void takesTheNamesThatPeopleType(String typed, String parser) {
        assertThat(ToolNames.parser(typed, new byte[0])).contains(parser);
        assertThat(ToolNames.all()).contains(typed);
    }

    @Test
    void theOutputDecidesWhereAProgramPrintsForSeveralParsers() {
        byte[] journal = Expectations.bytes("fabricmanager", "fm-version-mismatch-550-journal.txt");

        assertThat(ToolNames.parser("journalctl", journal)).contains("fabricmanager");
        assertThat(ToolNames.parser("sinfo", "slurm 23.11.4\n".getBytes(UTF_8))).contains("versions");
        assertThat(ToolNames.parser("nvidia-smy", journal)).isEmpty();
    }

    @Test
    void everyNameToTypeIsOneThatIsTaken() {
        ToolParsers.names()
                .forEach(parser -> assertThat(ToolNames.parser(ToolNames.typed(parser), new byte[0]))
                        .contains(parser));
    }
}
