package dev.slipway.model.rollout;

import dev.slipway.model.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reports a drift check: counts, and the first lines; {@code more} lines are in the ledger alone. Every member is
 * counted once: as {@code matching}, {@code drifted}, {@code broken} or {@code reported}, or in {@code unread}. {@code
 * suspectBaseline}: so many differ that the check starts nothing by itself.
 */
public record DriftReport(
        String reportId,
        String fleet,
        int nodes,
        int answered,
        int matching,
        int drifted,
        int broken,
        int reported,
        boolean suspectBaseline,
        List<DriftLine> lines,
        Unread unread,
        int more,
        Goals goals) {

    /**
     * States what the nodes were compared with: the fleet's baseline, but for those {@code pinned} that match. {@code
     * unconfirmed}: how many a second source does not confirm: it says something else, or could not tell.
     */
    public record Goals(String baseline, int pinned, int unconfirmed) {
        /** Returns that of a report that does not say it. */
        public static Goals unknown() {
            return new Goals("", 0, 0);
        }
    }

    /**
     * Accepts a report that is older than {@code unread} or {@code goals} and has none; the counts of one older than
     * {@code more} replace it.
     */
    public DriftReport {
        goals = Objects.requireNonNullElse(goals, Goals.unknown());
        unread = Objects.requireNonNullElse(unread, Unread.none());
        long listed =
                lines.stream().filter(line -> !line.row().equals(SECOND_SOURCE)).count();
        more = (int) Math.max(more, drifted + broken + reported - listed);
    }

    /** Returns a report with all its lines. */
    public DriftReport(
            String reportId,
            String fleet,
            int nodes,
            int answered,
            int matching,
            int drifted,
            int broken,
            int reported,
            boolean suspectBaseline,
            List<DriftLine> lines,
            Unread unread) {
        this(
                reportId,
                fleet,
                nodes,
                answered,
                matching,
                drifted,
                broken,
                reported,
                suspectBaseline,
                lines,
                unread,
                0,
                Goals.unknown());
    }

    /** Returns the share of the nodes that answered that had drifted, in percent; a silent node does not count. */
    public static int driftRate(int drifted, int answered) {
        return answered == 0 ? 0 : drifted * 100 / answered;
    }

    /** Returns the same report with all its lines, and all members that could not be judged. */
    public DriftReport listing(List<DriftLine> all, List<MemberAnswer> allUnread) {
        return with(all, Unread.of(allUnread, allUnread.size()), 0, goals);
    }

    /**
     * Returns the same report with that many lines, and that many members that could not be judged; it counts what it
     * leaves out.
     */
    public DriftReport shortened(int shownLines, int shownUnread) {
        List<DriftLine> first = List.copyOf(lines.subList(0, Math.min(shownLines, lines.size())));
        return with(first, unread.shortened(shownUnread), more + lines.size() - first.size(), goals);
    }

    /** Returns the same report, which says what the nodes were compared with. */
    public DriftReport comparedWith(Goals with) {
        return with(lines, unread, more, with);
    }

    /** Returns how many match what, for people; a node that is pinned matches its pin, not the fleet's baseline. */
    public String matchingWords() {
        String common =
                matching - goals.pinned() + " match" + (goals.baseline().isEmpty() ? "" : " " + goals.baseline());
        return goals.pinned() == 0 ? common : common + " · " + goals.pinned() + " match their pin";
    }

    private DriftReport with(List<DriftLine> shown, Unread unreadShown, int left, Goals with) {
        return new DriftReport(
                reportId,
                fleet,
                nodes,
                answered,
                matching,
                drifted,
                broken,
                reported,
                suspectBaseline,
                shown,
                unreadShown,
                left,
                with);
    }

    /** Replaces a row of the table: a second source contradicts the probe on a node, or has no result. */
    public static final String SECOND_SOURCE = "second-source";

    /**
     * Describes one node that is not clean: the row of the table that it matched, where that leads, and what differs.
     * {@code route} is its route and detail for people.
     */
    public record DriftLine(String node, String row, String route, String title, String summary, Route.Kind kind) {

        /** A line of a report that is older than {@code kind} has it as the first word of its route. */
        public DriftLine {
            kind = Objects.requireNonNullElseGet(
                    kind, () -> Route.Kind.of(route.strip().split(" ", 2)[0].toUpperCase(Locale.ROOT)));
        }

        /** Returns what the route works on, or why it is reported; empty if neither is known. */
        public String detail() {
            int blank = route.indexOf(' ');
            return blank < 0 ? "" : route.substring(blank + 1);
        }
    }

    /** Counts the members without usable facts: how many by reason, and the first of them. */
    public record Unread(Map<MemberAnswer.Kind, Integer> counts, List<MemberAnswer> first) {

        /** Returns the result if all were read. */
        public static Unread none() {
            return new Unread(Map.of(), List.of());
        }

        /** Counts all of {@code unread} and includes the first {@code shown}. */
        public static Unread of(List<MemberAnswer> unread, int shown) {
            Map<MemberAnswer.Kind, Integer> counts = new TreeMap<>();
            unread.forEach(answer -> counts.merge(answer.kind(), 1, Integer::sum));
            return new Unread(counts, List.copyOf(unread.subList(0, Math.min(shown, unread.size()))));
        }

        private Unread shortened(int shown) {
            return new Unread(counts, List.copyOf(first.subList(0, Math.min(shown, first.size()))));
        }

        /** Returns how many there are. */
        public int total() {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }

        /**
         * Returns words for a person: {@code 2 unreachable (1 timed out, 1 connection lost), 1 refused (…)}; blank if
         * there is none.
         */
        public String words() {
            Map<MemberAnswer.Outcome, List<String>> reasons = new TreeMap<>();
            Map<MemberAnswer.Outcome, Integer> totals = new TreeMap<>();
            new TreeMap<>(counts).forEach((kind, count) -> {
                reasons.computeIfAbsent(kind.outcome(), o -> new ArrayList<>()).add(count + " " + kind.words());
                totals.merge(kind.outcome(), count, Integer::sum);
            });
            return reasons.entrySet().stream()
                    .map(of -> totals.get(of.getKey()) + " " + of.getKey().words() + " ("
                            + String.join(", ", of.getValue()) + ")")
                    .collect(Collectors.joining(", "));
        }
    }
}
