package dev.slipway.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a drift check: counts, and the first lines. Every member is counted once: as {@code matching},
 * {@code drifted}, {@code broken} or {@code reported}, or in {@code unread}. {@code suspectBaseline}: too many differ, so
 * doubt the pin.
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
        Unread unread) {

    /** A report that was kept before reports spoke of {@code unread} has none. */
    public DriftReport {
        unread = Objects.requireNonNullElse(unread, Unread.none());
    }

    /** In place of a row of the table: a second source contradicts the probe on a node, or could not tell. */
    public static final String SECOND_SOURCE = "second-source";

    /** One node that is not clean: the row of the table it matched, where that leads, and what differs. */
    public record DriftLine(String node, String row, String route, String title, String summary) {}

    /** The members without facts that could be judged: how many by reason, and the first of them. */
    public record Unread(Map<MemberAnswer.Kind, Integer> counts, List<MemberAnswer> first) {

        /** All were read. */
        public static Unread none() {
            return new Unread(Map.of(), List.of());
        }

        /** Counts all of {@code unread} and keeps the first {@code shown}. */
        public static Unread of(List<MemberAnswer> unread, int shown) {
            Map<MemberAnswer.Kind, Integer> counts = new TreeMap<>();
            unread.forEach(answer -> counts.merge(answer.kind(), 1, Integer::sum));
            return new Unread(counts, List.copyOf(unread.subList(0, Math.min(shown, unread.size()))));
        }

        /** How many they are. */
        public int total() {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** For a person: {@code 2 unreachable (1 timed out, 1 connection lost), 1 refused (…)}; blank where there is none. */
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
