package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ParsedSectionsTest {
    private final List<String> parsed = new ArrayList<>();
    private final Function<Output, Reading<String>> parser = this::parse;

    private Reading<String> parse(Output output) {
        parsed.add(output.text());
        return Reading.of(output.text() + " " + output.exit().orElse(-1));
    }

    private static Section section(int exit, String text) {
        return new Section(exit, text.getBytes(UTF_8));
    }

    @Test
    void parsesEqualSectionsOnce() {
        ParsedSections known = new ParsedSections(9);

        assertThat(known.output(parser, section(0, "a")).value()).contains("a 0");
        assertThat(known.output(parser, section(0, "a")).value()).contains("a 0");

        assertThat(parsed).containsExactly("a");
    }

    @Test
    void parsesAnotherTextAnotherStatusAndWithAnotherParser() {
        ParsedSections known = new ParsedSections(9);
        known.output(parser, section(0, "a"));

        assertThat(known.output(parser, section(0, "b")).value()).contains("b 0");
        assertThat(known.output(parser, section(1, "a")).value()).contains("a 1");
        assertThat(known.output(output -> Reading.of(7), section(0, "a")).value())
                .contains(7);
    }

    @Test
    void remembersWhyASectionIsUnknown() {
        ParsedSections known = new ParsedSections(9);
        Function<Output, Reading<String>> refuses = output -> {
            parsed.add(output.text());
            return Reading.unknown("no version");
        };

        assertThat(known.output(refuses, section(0, "a")).error()).isEqualTo("no version");
        assertThat(known.output(refuses, section(0, "a")).error()).isEqualTo("no version");

        assertThat(parsed).containsExactly("a");
    }

    @Test
    void forgetsWhatWasLongestNotUsed() {
        ParsedSections known = new ParsedSections(2);

        List.of("a", "b", "a", "c", "a", "b").forEach(text -> known.output(parser, section(0, text)));

        assertThat(parsed).containsExactly("a", "b", "c", "b");
    }

    @Test
    void remembersNoSectionThatIsVeryLong() {
        ParsedSections known = new ParsedSections(9);
        String text = "x".repeat(16_001);

        known.output(parser, section(0, text));
        known.output(parser, section(0, text));

        assertThat(parsed).hasSize(2);
    }
}
