package dev.slipway.verdict;

import dev.slipway.verdict.TestLine.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict on a test run. A test that failed once has failed. One that began and did not end has failed too, and so
 * has a tier that must be there and of which no test ran. A failure in quarantine is named, and counts as not run.
 */
final class Verdict {
    private static final int LISTED = 10;

    private final List<Tier> tiers;
    private final Map<Tier, Map<Event, Integer>> counts = new LinkedHashMap<>();
    private final Map<Event, Integer> sum = new EnumMap<>(Event.class);
    private final List<String> failed = new ArrayList<>();
    private final List<String> quarantined = new ArrayList<>();
    private final Quarantine quarantine;
    private final Map<String, Long> millis = new LinkedHashMap<>();
    private final Map<String, Long> cpu = new LinkedHashMap<>();

    Verdict(List<Tier> tiers, Quarantine quarantine, List<TestLine> lines) {
        this.tiers = tiers;
        this.quarantine = quarantine;
        Map<String, List<TestLine>> tests = lines.stream()
                .sorted(TestLine.BY_TIME)
                .collect(Collectors.groupingBy(TestLine::id, LinkedHashMap::new, Collectors.toList()));
        tests.values().forEach(this::count);
        lines.forEach(line -> cpu.merge(line.testClass(), line.took().cpu(), Long::sum));
    }

    private void count(List<TestLine> ofOneTest) {
        TestLine last = ofOneTest.getLast();
        boolean failedOnce = ofOneTest.stream().anyMatch(line -> line.event() == Event.FAILED);
        if (last.event() == Event.CLASS_ENDED && !failedOnce) {
            return;
        }
        Event end = failedOnce || last.event() == Event.BEGUN ? failed(last, ofOneTest) : last.event();
        counts.computeIfAbsent(tierOf(last), tier -> new EnumMap<>(Event.class)).merge(end, 1, Integer::sum);
        sum.merge(end, 1, Integer::sum);
        ofOneTest.forEach(line -> millis.merge(line.testClass(), line.took().millis(), Long::sum));
    }

    /** Notes a failure, and returns as what it counts. */
    private Event failed(TestLine last, List<TestLine> ofOneTest) {
        String name = last.testClass() + "." + last.name();
        if (last.event() == Event.BEGUN) {
            failed.add(name + " began and did not end: its process died");
            return Event.FAILED;
        }
        if (quarantine.has(last)) {
            quarantined.add(name + " (" + quarantine.cause(last) + ")");
            return Event.SKIPPED;
        }
        failed.add(ofOneTest.stream()
                .map(TestLine::why)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .map(why -> name + ": " + why)
                .orElse(name));
        return Event.FAILED;
    }

    private Tier tierOf(TestLine test) {
        return tiers.stream().filter(tier -> tier.has(test)).findFirst().orElse(tiers.getFirst());
    }

    private int ran(Tier tier) {
        return of(tier, Event.PASSED) + of(tier, Event.FAILED);
    }

    private int of(Tier tier, Event event) {
        return counts.getOrDefault(tier, Map.of()).getOrDefault(event, 0);
    }

    private boolean missing(Tier tier) {
        return tier.required() && ran(tier) == 0;
    }

    boolean good() {
        return failed.isEmpty() && !sum.isEmpty() && tiers.stream().noneMatch(this::missing);
    }

    /** Returns the table of tiers, {@code proofs}, what failed, what was slow, and last the sum in Surefire's form. */
    List<String> text(List<String> proofs) {
        List<String> text = new ArrayList<>();
        text.add("");
        text.add(row("TIER", "RAN", "FAILED", "SKIPPED", "STATE"));
        tiers.forEach(tier -> text.add(row(
                tier.name(),
                String.valueOf(ran(tier)),
                String.valueOf(of(tier, Event.FAILED)),
                String.valueOf(of(tier, Event.SKIPPED)),
                tier.state()
                        + (tier.required() ? ", required" : "")
                        + (missing(tier) ? ", no test ran: FAILED" : ""))));
        section(text, "", proofs.stream().map(proof -> "proof " + proof).toList());
        section(text, "Slowest classes:", most(millis));
        section(text, "Classes that took most processor time, without that of other processes:", most(cpu));
        section(text, "Failed in quarantine (lab/quarantine):", quarantined);
        section(text, sum.isEmpty() ? "No test ran at all." : "Failed:", sum.isEmpty() ? List.of("") : failed);
        section(text, "", List.of(ShareOfTheDay.repeating()));
        text.add("");
        int all = sum.values().stream().mapToInt(Integer::intValue).sum();
        int listed = quarantine.causes().size();
        text.add("Tests run: %d, Failures: %d, Errors: 0, Skipped: %d"
                        .formatted(all, sum.getOrDefault(Event.FAILED, 0), sum.getOrDefault(Event.SKIPPED, 0))
                + (listed == 0 ? "" : ", Quarantined: " + listed));
        return text;
    }

    private static List<String> most(Map<String, Long> millis) {
        return millis.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(LISTED)
                .map(entry -> String.format(Locale.ROOT, "%6.1f s  %s", entry.getValue() / 1000.0, entry.getKey()))
                .toList();
    }

    private static void section(List<String> text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.add("");
            Stream.of(title).filter(line -> !line.isEmpty()).forEach(text::add);
            text.addAll(lines);
        }
    }

    private static String row(String tier, String ran, String failed, String skipped, String state) {
        return "%-16s %7s %7s %8s  %s".formatted(tier, ran, failed, skipped, state);
    }
}
