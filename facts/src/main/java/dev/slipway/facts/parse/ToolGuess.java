package dev.slipway.facts.parse;

import dev.slipway.facts.tool.Output;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Guesses which tool printed an unnamed output, by lines that only one tool writes. If no such line is found, or lines
 * of two tools are, nothing is guessed.
 *
 * @param marks the first line that each parser's tool alone writes, by the name of the parser
 */
public record ToolGuess(Map<String, Output.Line> marks) {
    /** Lines that are looked at; a log may have many more. */
    private static final int MOST_LINES = 5_000;

    /** Looks at every line of the beginning of an output. */
    public static ToolGuess of(byte[] bytes) {
        Map<String, Output.Line> marks = new TreeMap<>();
        Output.of(bytes, OptionalInt.empty()).written().stream()
                .limit(MOST_LINES)
                .forEach(line -> ToolMarks.of(line.text()).forEach(parser -> marks.putIfAbsent(parser, line)));
        if (marks.size() > 1 && readings(marks.keySet(), bytes) == 1) {
            int first =
                    marks.values().stream().mapToInt(Output.Line::number).min().orElse(0);
            marks.values().removeIf(line -> line.number() > first);
        }
        return new ToolGuess(marks);
    }

    /** Between parsers that read the same, such as of the status of a unit, there is nothing to choose. */
    private static long readings(Set<String> parsers, byte[] bytes) {
        return parsers.stream()
                .map(parser -> ToolParsers.parse(parser, bytes, OptionalInt.empty()))
                .distinct()
                .count();
    }

    /** Returns the parsers whose tools wrote a line of it, sorted by name. */
    public List<String> parsers() {
        return List.copyOf(marks.keySet());
    }

    /** Returns the parser, if exactly one fits. */
    public Optional<String> sure() {
        return marks.size() == 1 ? marks.keySet().stream().findFirst() : Optional.empty();
    }
}
