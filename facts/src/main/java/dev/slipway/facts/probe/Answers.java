package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.SmiErrors;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.Optional;
import java.util.function.Function;

/** Reads the sections of one answer: a section that is missing, failed or timed out is unknown with its reason. */
record Answers(Frame frame, ParsedSections known) {

    static Answers of(Frame frame) {
        return new Answers(frame, ParsedSections.NONE);
    }

    /** Returns what the section's command printed, if it succeeded. */
    Reading<String> text(String name) {
        Section section = frame.sections().get(name);
        if (section == null) {
            return Reading.unknown(frame.missing(name));
        }
        return section.ok() ? Reading.of(section.text()) : Reading.unknown(failed(name, section));
    }

    /**
     * Returns what the section's command printed, for any exit status: for tools whose status shows less than their
     * text.
     */
    Reading<Section> any(String name) {
        Section section = frame.sections().get(name);
        return section == null ? Reading.unknown(text(name).error()) : Reading.of(section);
    }

    /** Returns the section, read by a parser; it is not asked again for a section that is known. */
    <T> Reading<T> read(String name, Function<String, Reading<T>> parser) {
        return good(name, section -> known.text(parser, section));
    }

    /** Returns the section, read by the parser of its tool; it is not asked again for a section that is known. */
    <T> Reading<T> parsed(String name, Function<Output, Reading<T>> parser) {
        return good(name, section -> known.output(parser, section));
    }

    private <T> Reading<T> good(String name, Function<Section, Reading<T>> parser) {
        Section section = frame.sections().get(name);
        return section == null || !section.ok()
                ? Reading.unknown(text(name).error())
                : prefixed(name, parser.apply(section));
    }

    /**
     * Returns the section of an nvidia-smi call: an error in it, or its own words if it failed, state why it is no
     * answer.
     */
    <T> Reading<T> smi(String name, Function<Output, Reading<T>> parser) {
        Section section = frame.sections().get(name);
        if (section == null) {
            return Reading.unknown(frame.missing(name));
        }
        Output output = section.output();
        Optional<String> reason = SmiErrors.reason(output);
        if (reason.isPresent()) {
            return Reading.unknown(name + ": " + reason.get());
        }
        return section.ok() ? prefixed(name, parser.apply(output)) : Reading.unknown(failed(name, section));
    }

    /** Returns the first line of a section that must print exactly one word or line. */
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
