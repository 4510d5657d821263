package dev.slipway.facts.view;

import dev.slipway.model.facts.Reading;

/**
 * Describes one fact of a node: its value, or the reason why it is unknown, and its source. {@code unit} is blank if
 * the value has none. Facts of one part share its name: {@code gpus[0000:5d:00.0].serial} is of the part {@code gpus}.
 */
public record Fact(String name, Reading<String> reading, String unit, Source source) {

    static Fact of(String name, Reading<String> reading, String section) {
        return of(name, reading, "", section);
    }

    /**
     * Creates a fact. Some parts are known only together: then the section that failed is the source, not the one that
     * would have reported it.
     */
    static Fact of(String name, Reading<String> reading, String unit, String section) {
        String failed = reading.error().replaceFirst("(:| was not read).*", "");
        boolean named = !reading.known() && Source.tools().containsKey(failed);
        return new Fact(name, reading, unit, Source.of(named ? failed : section));
    }

    static Fact of(String name, String value, String section) {
        return of(name, Reading.of(value), section);
    }

    /** Returns the part that the fact belongs to: its name up to the first bracket. */
    public String part() {
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    /** Returns the value with its unit, or {@code unknown: } and the reason. */
    public String text() {
        return reading.value()
                .map(v -> unit.isEmpty() ? v : v + " " + unit)
                .orElseGet(() -> "unknown: " + reading.error());
    }
}
