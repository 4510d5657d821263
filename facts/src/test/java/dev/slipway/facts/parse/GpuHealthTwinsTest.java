package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.SmiBlocks;
import dev.slipway.facts.nvidia.SmiGpuHealth;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.GpuFindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code slipway parse} weighs in {@code nvidia-smi -q} and what a gate takes from the facts are the same. */
class GpuHealthTwinsTest {
    private static final String WHOLE = new String(Expectations.bytes("nvidia-smi", "q-h200-590.48.01.txt"), UTF_8);

    static Stream<String> reports() {
        return Expectations.samples("nvidia-smi").stream().filter(name -> name.startsWith("q-"));
    }

    private static List<Reading<String>> health(Output output) {
        return SmiBlocks.of(output.lines()).gpus().stream()
                .map(gpu -> SmiGpuHealth.of(gpu.values()))
                .toList();
    }

    private static Output output(String text) {
        return Output.of(text.getBytes(UTF_8), OptionalInt.of(0));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void agreeOnEverySample(String name) {
        byte[] bytes = Expectations.bytes("nvidia-smi", name);
        Optional<ToolVerdict> parsed =
                ToolParsers.parse("nvidia-smi", bytes, OptionalInt.of(0)).verdict();
        List<Reading<String>> health = health(Output.of(bytes, OptionalInt.of(0)));

        assertThat(health).isNotEmpty();
        assertThat(health.stream().anyMatch(gpu -> gpu.or("").startsWith(GpuFindings.FAIL)))
                .isEqualTo(parsed.equals(Optional.of(ToolVerdict.FAIL)));
        if (parsed.equals(Optional.of(ToolVerdict.PASS))) {
            assertThat(health).allMatch(gpu -> gpu.or("").equals(GpuFindings.CLEAN));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GPU Recovery Action, Reset, FAIL",
        "SRAM Threshold Exceeded, Yes, FAIL",
        "Channel Repair Pending, Yes, FAIL",
        "HW Slowdown, Active, WARN",
        "State, what a later release says, UNKNOWN",
        "Summary, Unhealthy, FAIL",
        "Fan Speed, ERR!, FAIL"
    })
    void agreeOnWhatIsNotWell(String key, String value, ToolVerdict verdict) {
        String sick = WHOLE.replaceFirst("(?m)^( +" + key + " +: ).*$", "$1" + value);

        Reading<String> health = health(output(sick)).getFirst();

        assertThat(ToolParsers.parse("nvidia-smi", sick.getBytes(UTF_8), OptionalInt.of(0))
                        .verdict())
                .contains(verdict);
        assertThat(health.or("UNKNOWN: " + health.error()))
                .startsWith(verdict + ": ")
                .contains(key);
    }

    /** More of them in its life than NVIDIA lets a GPU have: {@code slipway diagnose} replaces it. */
    @Test
    void agreeOnErrorsThatTheWholeLifeCounts() {
        for (Map.Entry<Integer, ToolVerdict> few :
                Map.of(4, ToolVerdict.PASS, 5, ToolVerdict.FAIL).entrySet()) {
            int volatileEnd = WHOLE.indexOf("Aggregate");
            String worn = WHOLE.substring(0, volatileEnd)
                    + WHOLE.substring(volatileEnd)
                            .replaceFirst("(SRAM Uncorrectable SEC-DED +: )0", "$1" + few.getKey());

            assertThat(ToolParsers.parse("nvidia-smi", worn.getBytes(UTF_8), OptionalInt.of(0))
                            .verdict())
                    .contains(few.getValue());
        }
    }
}
