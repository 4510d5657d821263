package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A tool that failed has not said all, whatever it printed before. */
class FailingExitTest {
    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }

    @ParameterizedTest
    @MethodSource("tools")
    void valuesBesideAFailingExitStatusHaveAVerdict(String tool) {
        List<String> wrong = new ArrayList<>();
        for (String sample : Expectations.samples(tool)) {
            if (ToolParsers.parse(tool, Expectations.bytes(tool, sample), OptionalInt.of(137))
                    .verdict()
                    .isEmpty()) {
                wrong.add(sample);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** By these statuses the tools answer, they do not fail. */
    @ParameterizedTest
    @CsvSource({
        "packages, 1, dpkg-query: no packages found matching nvidia-driver-580",
        "packages, 1, package nvidia-driver is not installed",
        "systemd, 1, disabled",
        "systemd, 3, inactive"
    })
    void aDocumentedStatusIsAnAnswer(String tool, int status, String output) {
        assertThat(ToolParsers.parse(tool, output.getBytes(UTF_8), OptionalInt.of(status))
                        .verdict())
                .isEmpty();
    }
}
