package dev.slipway.verdict;

import java.util.Comparator;
import java.util.List;

/**
 * One event of one test, as a line of tab-separated text. {@code at} is in milliseconds; {@code why} is the beginning
 * of what a failure said, else empty.
 */
record TestLine(
        long at, String id, String testClass, String name, List<String> tags, Event event, Took took, String why) {
    static final Comparator<TestLine> BY_TIME = Comparator.comparingLong(TestLine::at);

    private static final int COLUMNS = 9;

    /** Holds how long a test took, and the processor time of its process since its line before, in milliseconds. */
    record Took(long millis, long cpu) {}

    /** Names what a test process reports of a test. */
    enum Event {
        BEGUN,
        PASSED,
        FAILED,
        SKIPPED,
        /** A class is through its tests, and itself did not fail. */
        CLASS_ENDED
    }

    /** Returns class and method, as a person names a test: without arguments and the number of a case. */
    String method() {
        return testClass + "." + name.replaceFirst("[(\\[].*", "");
    }

    String text() {
        return String.join(
                "\t",
                String.valueOf(at),
                clean(id),
                clean(testClass),
                clean(name),
                clean(String.join(",", tags)),
                event.name(),
                String.valueOf(took.millis()),
                String.valueOf(took.cpu()),
                clean(why));
    }

    /** Fails on text that {@link #text} did not write: a verdict on half a line is none. */
    static TestLine of(String text) {
        String[] part = text.split("\t", -1);
        if (part.length != COLUMNS) {
            throw new IllegalArgumentException("not a line on a test: " + text);
        }
        List<String> tags = part[4].isEmpty() ? List.of() : List.of(part[4].split(","));
        return new TestLine(
                Long.parseLong(part[0]),
                part[1],
                part[2],
                part[3],
                tags,
                Event.valueOf(part[5]),
                new Took(Long.parseLong(part[6]), Long.parseLong(part[7])),
                part[8]);
    }

    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
