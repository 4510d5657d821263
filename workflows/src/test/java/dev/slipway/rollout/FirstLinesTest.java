package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstLinesTest {

    @Test
    void saysHowManyLinesTravelNoFurtherAndWhereTheyAre() {
        FirstLines lines = new FirstLines(20, "slipway rollout status c1");
        IntStream.range(0, 20).forEach(i -> lines.add("gpu-" + i + " HELD"));
        assertThat(lines.lines()).hasSize(20);

        lines.add("gpu-20 HELD");
        lines.add("gpu-21 HELD");

        assertThat(lines.lines()).hasSize(21).last().isEqualTo("and 2 more: slipway rollout status c1");
    }
}
