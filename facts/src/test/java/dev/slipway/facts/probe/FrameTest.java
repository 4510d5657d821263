package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FrameTest {

    @Test
    void readsSectionsByTheirLengths() {
        Frame frame = Frame.read("banner\n@@ a 0 5\n@@ b \n@@ b 124 0\n\n@@ end 0 0\n".getBytes(UTF_8));

        assertThat(frame.fault()).isEmpty();
        assertThat(frame.sections())
                .containsOnly(
                        Map.entry("a", new Section(0, "@@ b ".getBytes(UTF_8))),
                        Map.entry("b", new Section(124, new byte[0])));
    }

    @Test
    void saysWhereACutAnswerEnds() {
        byte[] whole = "@@ a 0 3\nabc\n@@ b 0 3\nabc\n@@ end 0 0\n".getBytes(UTF_8);
        for (int length = 0; length < whole.length - 1; length++) {
            Frame frame = Frame.read(java.util.Arrays.copyOf(whole, length));
            assertThat(frame.fault()).as("cut at " + length).isNotEmpty();
        }
        assertThat(Frame.read(java.util.Arrays.copyOf(whole, 20)).fault()).contains("after section a");
        assertThat(Frame.read(new byte[0]).fault()).isEqualTo("the answer is empty");
    }
}
