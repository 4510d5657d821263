package dev.slipway.facts.probe;

import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Remembers what sections were read as, so that one that recurs is parsed once: nodes of one image answer most of them
 * alike. A parser depends on nothing but its section; what it gave for an equal one is what it would give again. One
 * that does depend on more is another object each time, and never found. Safe for several threads.
 */
public final class ParsedSections {
    /** Remembers nothing. */
    static final ParsedSections NONE = new ParsedSections(0);

    private static final int LONGEST = 16_000;

    private final int most;
    private final Map<Parsed, Reading<?>> readings;

    private record Parsed(Object parser, Section section) {}

    /** Remembers at most so many sections, those last used, of at most 16,000 bytes each. */
    public ParsedSections(int most) {
        this.most = most;
        this.readings = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Parsed, Reading<?>> eldest) {
                return size() > most;
            }
        });
    }

    /** Returns what the parser makes of the section's output. */
    <T> Reading<T> output(Function<Output, Reading<T>> parser, Section section) {
        return read(parser, section, () -> parser.apply(section.output()));
    }

    /** Returns what the parser makes of the section's text. */
    <T> Reading<T> text(Function<String, Reading<T>> parser, Section section) {
        return read(parser, section, () -> parser.apply(section.text()));
    }

    @SuppressWarnings("unchecked") // What is under a parser is what it gave.
    private <T> Reading<T> read(Object parser, Section section, Supplier<Reading<T>> parse) {
        if (most == 0 || section.length() > LONGEST) {
            return parse.get();
        }
        Parsed name = new Parsed(parser, section);
        Reading<?> known = readings.get(name);
        if (known == null) {
            known = parse.get();
            readings.put(name, known);
        }
        return (Reading<T>) known;
    }
}
