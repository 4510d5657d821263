package dev.slipway.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the row of a decision table that a node matched: its id, what it means, and where it leads. {@code besides}:
 * what the router sees on the node that is not this runbook's work.
 */
public record Diagnosed(String row, String title, Route route, List<Difference> differences, List<String> besides) {
    private static final int SHOWN = 4;

    /** Accepts a row from before {@code besides} existed: it has none. */
    public Diagnosed {
        besides = Optional.ofNullable(besides).orElse(List.of());
    }

    /** Returns a row, and nothing besides. */
    public Diagnosed(String row, String title, Route route, List<Difference> differences) {
        this(row, title, route, differences, List.of());
    }

    /** Returns the same row, with another route. */
    public Diagnosed leading(Route other) {
        return new Diagnosed(row, title, other, differences, besides);
    }

    /** Returns the same, with what else is seen besides. */
    public Diagnosed beside(List<String> seen) {
        List<String> all = Stream.concat(besides.stream(), seen.stream()).toList();
        return new Diagnosed(row, title, route, differences, all);
    }

    /** Returns {@code text}, with what else is seen. */
    public String sentence(String text) {
        String more = String.join("; ", besides);
        return besides.isEmpty() ? text : text.isBlank() ? "besides, " + more : text + "; besides, " + more;
    }

    /**
     * Returns what differs, in one line: the driver once, the first others, how many more there are, and what is seen
     * besides.
     */
    public String summary() {
        return sentence(differing());
    }

    private String differing() {
        List<Difference> shown =
                differences.stream().filter(this::notTheDriverAgain).toList();
        return shown.isEmpty() ? title : ShortList.words(shown, SHOWN, "; ");
    }

    /** A driver that is the same wrong one in the kernel, on disk and in its library is one difference to a reader. */
    private boolean notTheDriverAgain(Difference difference) {
        String driver = Field.DRIVER_VERSION.key();
        return difference.field().equals(driver)
                || !aboutTheDriver(difference)
                || differences.stream()
                        .noneMatch(d -> d.field().equals(driver) && d.found().equals(difference.found()));
    }

    private static boolean aboutTheDriver(Difference difference) {
        return Field.named(difference.field())
                .filter(field -> field.pin() == Field.DRIVER_VERSION)
                .isPresent();
    }
}
