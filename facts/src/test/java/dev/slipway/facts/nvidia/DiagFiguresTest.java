package dev.slipway.facts.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DiagFiguresTest {
    private static DiagFigures figures(String sample) {
        return DiagFigures.of(Samples.bytes("dcgmi/" + sample));
    }

    @Test
    void readsTheLeastBandwidthOfAllGpusAndTheRelease() {
        assertThat(figures("diag-json-per-gpu-uppercase-fail-skip.json"))
                .isEqualTo(new DiagFigures("", OptionalDouble.of(12.13), OptionalDouble.of(13.07)));
        assertThat(figures("diag-r2-json-4.5.2-gb10-memory-pass.json"))
                .isEqualTo(new DiagFigures("4.5.2", OptionalDouble.of(58.88), OptionalDouble.of(58.62)));
    }

    @Test
    void saysNothingThatWasNotMeasured() {
        assertThat(figures("diag-r2-table-3.3.3-a100x8-pass.txt"))
                .isEqualTo(new DiagFigures("3.3.3", OptionalDouble.empty(), OptionalDouble.empty()));
        assertThat(DiagFigures.of(new byte[0]).version()).isEmpty();
    }
}
