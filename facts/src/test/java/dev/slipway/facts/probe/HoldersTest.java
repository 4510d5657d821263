package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who holds the device files of a GPU, as {@code fuser} prints it where a name fills its column. */
class HoldersTest {
    /** Of an H200 with driver 580 while a program of CUDA ran: names of more than 20 characters stand alone. */
    private static final String BUSY = """
                                 USER        PID ACCESS COMMAND
            /dev/nvidia-uvm:     root       1872 F...m python3
            /dev/nvidia0:        root       1872 F...m python3
            /dev/nvidiactl:      root       1872 F...m python3
            /dev/nvidia-caps/nvidia-cap1:
                                 root       1872 f.... python3
            /dev/nvidia-caps/nvidia-cap2:
                                 root       1872 f.... python3
            """;

    private static Reading<List<Holder>> holders(String text) {
        return Holders.of(Reading.of(new Section(0, text.getBytes(UTF_8))), Reading.of(List.of()));
    }

    @Test
    void aNameThatStandsAloneIsThatOfTheRowsBelowIt() {
        assertThat(holders(BUSY).value().orElseThrow())
                .containsExactly(
                        new Holder(1872, "python3", "/dev/nvidia-uvm"),
                        new Holder(1872, "python3", "/dev/nvidia0"),
                        new Holder(1872, "python3", "/dev/nvidiactl"),
                        new Holder(1872, "python3", "/dev/nvidia-caps/nvidia-cap1"),
                        new Holder(1872, "python3", "/dev/nvidia-caps/nvidia-cap2"));
    }

    @Test
    void aNameWithoutARowHidesItsHolder() {
        String cut = BUSY.substring(0, BUSY.indexOf("/dev/nvidia-caps/nvidia-cap2:") + 30);
        String gap =
                BUSY.replace("nvidia-cap1:\n                     root       1872 f.... python3\n", "nvidia-cap1:\n");

        assertThat(holders(cut).error()).isEqualTo("holders: no row below /dev/nvidia-caps/nvidia-cap2");
        assertThat(holders(gap).error()).isEqualTo("holders: no row below /dev/nvidia-caps/nvidia-cap1");
    }
}
