package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistenceReaderTest {
    private static final String COMMAND = "{ path=/usr/bin/nvidia-persistenced ; argv[]=/usr/bin/nvidia-persistenced"
            + " --user nvidia-persistenced --no-persistence-mode --verbose ; ignore_errors=no ; pid=0 }";

    private static Reading<List<Mode>> modes(String sample) {
        SmiQuery query = SmiQuery.parse(Samples.output(Samples.text("nvidia-smi/" + sample)))
                .value()
                .orElseThrow();
        return PersistenceReader.modes(query.gpus());
    }

    private static String unit(String load, String command) {
        return "LoadState=" + load + "\nActiveState=active\nUnitFileState=static\nDropInPaths=\nExecStart=" + command
                + "\n";
    }

    @Test
    void readsTheModeOfEachGpuOfARealReport() {
        List<Mode> gpus = modes("q-h100x8-565.57.01.txt").or(List.of());

        assertThat(gpus)
                .hasSize(8)
                .allMatch(Mode::on)
                .allMatch(gpu -> gpu.slowed().isEmpty());
        assertThat(gpus.getFirst().uuid()).startsWith("GPU-");
    }

    /** That node's power brake was on when its report was taken. */
    @Test
    void namesWhatHoldsTheClocksDown() {
        assertThat(modes("q-h100x8-535.161.08.txt").or(List.of()).getFirst().slowed())
                .containsExactly("HW Slowdown", "HW Power Brake Slowdown");
    }

    @Test
    void aReportWithoutReasonsIsUnknownAndNeverClean() {
        String text = Samples.text("nvidia-smi/q-h100x8-565.57.01.txt").replace("HW Slowdown", "Other");

        assertThat(PersistenceReader.modes(SmiQuery.parse(Samples.output(text))
                                .value()
                                .orElseThrow()
                                .gpus())
                        .known())
                .isFalse();
    }

    @Test
    void readsTheUnitAsSystemdLoadedIt() {
        Unit unit = PersistenceReader.unit(Samples.output(unit("loaded", COMMAND)))
                .value()
                .orElseThrow();

        assertThat(unit.flagged()).isTrue();
        assertThat(unit.runs() && unit.atBoot()).isTrue();
        assertThat(unit.command()).startsWith("/usr/bin/nvidia-persistenced", "--user", "nvidia-persistenced");
        assertThat(unit.ours()).isFalse();
    }

    @Test
    void knowsThatThereIsNoUnit() {
        String text = "LoadState=not-found\nActiveState=inactive\nUnitFileState=\nDropInPaths=\n";

        assertThat(PersistenceReader.unit(Samples.output(text))
                        .value()
                        .orElseThrow()
                        .installed())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{ path=/bin/sh ; argv[]=/bin/sh -c $X ; pid=0 }",
                "{ path=/a ; argv[]=/a %i ; pid=0 }",
                "{ path=/a ; argv[]=/a ; pid=0 } ; { path=/b ; argv[]=/b ; pid=0 }"
            })
    void aCommandThatCannotBeWrittenAgainIsUnknown(String command) {
        assertThat(PersistenceReader.unit(Samples.output(unit("loaded", command)))
                        .known())
                .isFalse();
    }
}
