package dev.slipway.config.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCommandTest {
    private static final ServerCommand LAUNCH = new ServerCommand(
            "launch", "Launches ships.", List.of("slipway launch", "SLIPWAY_CONFIG=x slipway launch"));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private OptionalInt answer(String words) {
        return LAUNCH.answer(
                words.isEmpty() ? List.of() : List.of(words.split(" ")),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--debug --help", "--prot 80 -h"})
    void showsItsHelpWithExamplesAndDoesNotStart(String words) {
        assertThat(answer(words)).hasValue(0);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Usage: slipway launch [-h] [--debug]\nLaunches ships.\n")
                .contains("--debug  Show")
                .endsWith("Examples:\n  slipway launch\n  SLIPWAY_CONFIG=x slipway launch\n");
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prot", "now", "--debug now", "--help=all"})
    void refusesAnUnknownWordWithTheNextStep(String words) {
        assertThat(answer(words)).hasValue(2);
        String unknown = words.replace("--debug ", "");
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "slipway: launch does not take '" + unknown + "'; nothing was started",
                        "         see: slipway launch --help");
        assertThat(out.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--debug"})
    void startsWithoutAWordOrWithTheOneOptionOfItsOwn(String words) {
        assertThat(answer(words)).isEmpty();
        assertThat(out.size() + err.size()).isZero();
    }

    @Test
    void showsAStackTraceOnlyWhereItIsAskedFor() {
        assertThat(ServerCommand.debug(List.of("--debug"))).isTrue();
        assertThat(ServerCommand.debug(List.of())).isFalse();
    }
}
