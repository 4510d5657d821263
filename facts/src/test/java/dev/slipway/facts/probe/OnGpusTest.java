package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.NodeDetails.GpuClient;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnGpusTest {

    @Test
    void readsTheProfileOfEachMigDeviceFromARealList() throws IOException {
        assertThat(DetailsReader.migDevices(Samples.output(Samples.text("nvidia-smi/list-gpus-h200-mig-590.txt")))
                        .value())
                .contains(List.of("1c.3g.71gb", "2c.3g.71gb", "2g.35gb", "1g.18gb", "1g.18gb"));
        assertThat(DetailsReader.migDevices(Samples.output(Samples.text("nvidia-smi/list-gpus-quadro-rtx8000x8.txt")))
                        .value())
                .contains(List.of());
    }

    @Test
    void aListThatIsNoneIsUnknownAndNeverAnUncutGpu() {
        assertThat(DetailsReader.migDevices(Samples.output("")).known()).isFalse();
        assertThat(DetailsReader.migDevices(Samples.output("No devices were found\n"))
                        .error())
                .contains("finds no GPU");
        assertThat(DetailsReader.migDevices(Samples.output("GPU 0: x (UUID: GPU-1)\nSegmentation fault\n"))
                        .error())
                .contains("not understood");
    }

    @Test
    void tellsWhoseAProcessIsByItsControlGroup() {
        String pod = "/kubepods.slice/kubepods-pod0f0e0d0c_1111_2222_3333_444455556666.slice/x.scope";
        assertThat(GpuClients.parse("41\t1732500000\t/system.slice/slurmstepd.scope/job_12/step_0\n42\t1732500001\t"
                                + pod + "\n43\t1732500002\t\n")
                        .value())
                .contains(List.of(
                        new GpuClient(41, Instant.ofEpochSecond(1_732_500_000L), "job 12"),
                        new GpuClient(
                                42, Instant.ofEpochSecond(1_732_500_001L), "pod 0f0e0d0c-1111-2222-3333-444455556666"),
                        new GpuClient(43, Instant.ofEpochSecond(1_732_500_002L), "nobody we know")));
        assertThat(GpuClients.parse("cat: /proc/1: Permission denied\n").known())
                .isFalse();
    }
}
