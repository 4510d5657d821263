package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.probe.Section;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComputeProcessesTest {
    private static final Reading<List<Holder>> SERVICES_ONLY = Reading.of(List.of(
            new Holder(900, "nv-hostengine", "/dev/nvidia0"), new Holder(901, "nvidia-persiste", "/dev/nvidia0")));

    private static Optional<Section> section(int exit, String text) {
        return Optional.of(new Section(exit, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void believesTheDriversListWhileTheDriverAnswers() {
        Reading<List<Holder>> busy = ComputeProcesses.of(section(0, "4121, python\n"), SERVICES_ONLY);
        Reading<List<Holder>> idle = ComputeProcesses.of(
                section(0, "\n"), Reading.of(List.of(new Holder(77, "telegraf", "/dev/nvidiactl"))));

        assertThat(busy.or(List.of())).extracting(Holder::pid).containsExactly(4121L);
        assertThat(idle).isEqualTo(Reading.of(List.of()));
    }

    @Test
    void asksTheDeviceFilesWhenTheDriverIsSick() {
        Optional<Section> sick = section(18, "Failed to initialize NVML: Driver/library version mismatch\n");

        assertThat(ComputeProcesses.of(sick, SERVICES_ONLY)).isEqualTo(Reading.of(List.of()));
        assertThat(ComputeProcesses.of(sick, Reading.of(List.of(new Holder(5, "python", "/dev/nvidia1"))))
                        .or(List.of()))
                .hasSize(1);
    }

    /** Left to itself it would keep a node from ever being called empty; the programs that use it are listed beside it. */
    @Test
    void aServerOfMpsDoesNotComputeAndAProgramBesideItDoes() {
        assertThat(ComputeProcesses.of(section(0, "77, nvidia-cuda-mps-server\n"), SERVICES_ONLY))
                .isEqualTo(Reading.of(List.of()));
        assertThat(ComputeProcesses.of(section(0, "77, /usr/bin/nvidia-cuda-mps-server\n78, python3\n"), SERVICES_ONLY)
                        .or(List.of()))
                .extracting(Holder::pid)
                .containsExactly(78L);
    }

    @Test
    void i6_isUnknownWhenNeitherCouldBeRead() {
        Reading<List<Holder>> read = ComputeProcesses.of(section(124, ""), Reading.unknown("holders: timed out"));

        assertThat(read.known()).isFalse();
        assertThat(read.error()).contains("holders: timed out");
        assertThat(ComputeProcesses.of(Optional.empty(), Reading.unknown("cut off"))
                        .known())
                .isFalse();
    }

    @Test
    void i6_takesALineItDoesNotUnderstandForNoProof() {
        assertThat(ComputeProcesses.of(section(0, "[Insufficient Permissions]\n"), Reading.unknown("x"))
                        .known())
                .isFalse();
    }
}
