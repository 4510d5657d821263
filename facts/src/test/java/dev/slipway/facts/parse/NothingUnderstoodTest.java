package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a parser does not understand has a verdict, and none that passes; an empty list of it is no answer. */
class NothingUnderstoodTest {
    static Stream<Arguments> outputs() {
        return ToolParsers.names().stream()
                .flatMap(tool -> Stream.of(
                                "zzq: something that no tool of ours prints\n",
                                "zzq: one\nzzq: two\nzzq: three\n",
                                "Qxz Kjv: 12 zq%\n    +++ 17 | ?? |\n",
                                "{\"zzq\":1}\n",
                                "<zzq/>\n")
                        .map(text -> Arguments.of(tool, text)));
    }

    @ParameterizedTest
    @MethodSource("outputs")
    void hasAVerdict(String tool, String text) {
        for (OptionalInt exit : new OptionalInt[] {OptionalInt.empty(), OptionalInt.of(0)}) {
            ToolReport<?> parsed = ToolParsers.parse(tool, text.getBytes(UTF_8), exit);

            assertThat(parsed.verdict()).isPresent();
            assertThat(parsed.verdict().get()).isNotIn(ToolVerdict.PASS, ToolVerdict.WARN);
            assertThat(parsed.value().known()).isFalse();
        }
    }

    /** A list that is not there may have been lost: only the exit status shows that there is nothing in it. */
    @ParameterizedTest
    @MethodSource("tools")
    void nothingAtAllIsKnownOnlyWithTheExitStatus(String tool) {
        ToolReport<?> parsed = ToolParsers.parse(tool, new byte[0], OptionalInt.empty());

        assertThat(parsed.verdict().filter(v -> v == ToolVerdict.PASS || v == ToolVerdict.WARN))
                .isEmpty();
        // nvidia-smi nvlink prints nothing where a GPU has no links, which says itself what it may mean.
        assertThat(parsed.verdict().isPresent() || tool.startsWith("nvidia-smi"))
                .isTrue();
    }

    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }
}
