package dev.slipway.model;

import java.util.List;
import java.util.stream.Collectors;

/** The row of a decision table that a node matched: its id, what it means, and where it leads. */
public record Diagnosed(String row, String title, Route route, List<Difference> differences) {
    private static final int SHOWN = 4;

    /** What differs, in one line: the driver once, the first others, and how many more there are. */
    public String summary() {
        List<Difference> shown =
                differences.stream().filter(this::notTheDriverAgain).toList();
        String first = shown.stream().limit(SHOWN).map(Difference::toString).collect(Collectors.joining("; "));
        if (first.isEmpty()) {
            return title;
        }
        return shown.size() > SHOWN ? first + "; and " + (shown.size() - SHOWN) + " more" : first;
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
        for (Field field : Field.values()) {
            if (field.key().equals(difference.field())) {
                return field.pin() == Field.DRIVER_VERSION;
            }
        }
        return false;
    }
}
