package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.function.Function;

/** The sections of one answer as readings: a section that is missing, failed or timed out is unknown with its reason. */
record Answers(Frame frame) {

    /** What the section's command printed, if it succeeded. */
    Reading<String> text(String name) {
        Section section = frame.sections().get(name);
        if (section == null) {
            return Reading.unknown(frame.missing(name));
        }
        return section.ok() ? Reading.of(section.text()) : Reading.unknown(failed(name, section));
    }

    /** What the section's command printed, whatever its exit status: for tools whose status says less than their text. */
    Reading<Section> any(String name) {
        Section section = frame.sections().get(name);
        return section == null ? Reading.unknown(text(name).error()) : Reading.of(section);
    }

    /** The section seen through a parser. */
    <T> Reading<T> read(String name, Function<String, Reading<T>> parser) {
        Reading<String> text = text(name);
        return text.value().isEmpty()
                ? Reading.unknown(text.error())
                : prefixed(name, parser.apply(text.value().get()));
    }

    /** The section of an nvidia-smi call: where it failed, its own words say why. */
    <T> Reading<T> smi(String name, Function<String, Reading<T>> parser) {
        Reading<T> reading = read(name, parser);
        Section section = frame.sections().get(name);
        if (reading.known() || section == null) {
            return reading;
        }
        return NvidiaSmiErrors.reason(section.text())
                .map(reason -> Reading.<T>unknown(name + ": " + reason))
                .orElse(reading);
    }

    /** The first line of a section that must print exactly one word or line. */
    Reading<String> line(String name) {
        return read(name, text -> {
            String line = text.strip();
            return line.isEmpty() || line.contains("\n")
                    ? Reading.unknown("one line expected, got: " + Text.shorten(line, 80))
                    : Reading.of(line);
        });
    }

    static String failed(String name, Section section) {
        if (section.exit() == 124 || section.exit() == 137) {
            return name + ": no answer within its time limit";
        }
        return name + ": exit " + section.exit() + ": " + Text.shorten(section.text(), 160);
    }

    private static <T> Reading<T> prefixed(String name, Reading<T> reading) {
        return reading.known() ? reading : Reading.unknown(name + ": " + reading.error());
    }
}
