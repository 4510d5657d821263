package dev.slipway.facts.probe;

import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers what sections were read as, so that one that recurs is parsed once: nodes of one image answer most of them
 * alike. A parser depends on nothing but its section; what it gave for an equal one is what it would give again. Safe
 * for several threads.
 */
public final class ParsedSections {
    private static final int LONGEST = 32_000;

    private final Map<Parsed, Reading<?>> readings;

    private record Parsed(Object parser, Section section) {}

    /** Remembers at most so many sections, the last used, of at most 32,000 bytes. */
    public ParsedSections(int most) {
        this.readings = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Parsed, Reading<?>> eldest) {
                return size() > most;
            }
        });
    }

    /** Remembers nothing. */
    static ParsedSections none() {
        return new ParsedSections(0);
    }

    /** Returns what the parser makes of the section. */
    @SuppressWarnings("unchecked") // What is under a parser is what it gave.
    <T> Reading<T> read(Function<Output, Reading<T>> parser, Section section) {
        Parsed name = new Parsed(parser, section);
        Reading<?> known = readings.get(name);
        if (known == null) {
            known = parser.apply(section.output());
            if (section.length() <= LONGEST) {
                readings.put(name, known);
            }
        }
        return (Reading<T>) known;
    }
}
