package dev.slipway.facts.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms are those of gres.html, and of scontrol and sinfo from 20.11 to 25.05. */
class SlurmGpusTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gpu:8; 8",
                "gpu:h100:8(S:0-1); 8",
                "gpu:nvidia_h100_80gb_hbm3:1(S:0); 1",
                "gpu:tesla:4(S:0,2),mps:400; 4",
                "gpu:a100:4,gpu:v100:2; 6",
                "gpu:a100_1g.5gb:7(S:0),shard:28; 7",
                "gpu:h100:4(IDX:0-1,5,7),nic:2; 4",
                "cpu=128,mem=2000G,billing=128,gres/gpu=8,gres/gpu:h100=8; 8",
                "cpu=16,gres/gpu:a100=4,gres/gpu:v100=2; 6",
                "gres/gpu=3; 3",
                "gres/gpu=8,gres/gpu:h100=4,gres/gpumem=80G,gres/gpuutil=100; 8",
                "(null); 0",
                "gpu:h100; 0",
                "gpu:8x; 0",
                "mygpu:8; 0"
            })
    void countsEachOnce(String value, int all) {
        assertThat(SlurmGpus.of(value).all()).isEqualTo(all);
    }

    @Test
    void knowsThemByType() {
        assertThat(SlurmGpus.of("gpu:a100:4(S:0),gpu:v100:2(S:1)").counts())
                .isEqualTo(Map.of("gpu:a100", 4, "gpu:v100", 2));
        assertThat(SlurmGpus.of("gres/gpu=8,gres/gpu:h100=8").counts()).isEqualTo(Map.of("gpu:h100", 8));
        assertThat(SlurmGpus.of("gres/gpu=8").counts()).isEqualTo(Map.of("gpu", 8));
    }
}
