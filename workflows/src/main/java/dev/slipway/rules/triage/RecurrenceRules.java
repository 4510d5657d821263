package dev.slipway.rules.triage;

import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuEvent.Kind;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Evaluates the stored events of a GPU, by its serial: boards move between slots and nodes, and their past with them.
 * Lines of one incident within ten minutes are one event.
 */
public final class RecurrenceRules {
    private static final Duration ONE_INCIDENT = Duration.ofMinutes(10);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int EVENTS_A_MONTH = 3;
    /** Is exempt: a contained memory error needs a reset at the next drain, so its reboots do not count. */
    private static final String EXEMPT = "94";

    private final Instant now;
    private final List<GpuEvent> events;

    private RecurrenceRules(List<GpuEvent> events, Instant now) {
        this.now = now;
        this.events = events.stream()
                .filter(event -> !event.at().isAfter(now))
                .distinct()
                .sorted(Comparator.comparing(GpuEvent::at))
                .toList();
    }

    /** Holds what a GPU's past requires: an inspection of the hardware by a person, or its replacement. */
    public record Repeat(String serial, Wanted wanted, String why) {

        /** Lists the two ends of the ladder. */
        public enum Wanted {
            INSPECTION,
            RMA
        }
    }

    /** Returns the results for the events of any number of GPUs, in the order of their serials. */
    public static List<Repeat> of(List<GpuEvent> events, Instant now) {
        Map<String, List<GpuEvent>> bySerial =
                events.stream().collect(Collectors.groupingBy(GpuEvent::serial, TreeMap::new, Collectors.toList()));
        List<Repeat> found = new ArrayList<>();
        bySerial.forEach((serial, own) -> {
            RecurrenceRules recurrenceRules = new RecurrenceRules(own, now);
            recurrenceRules.inspection().ifPresent(why -> found.add(new Repeat(serial, Repeat.Wanted.INSPECTION, why)));
            recurrenceRules.replacing().forEach(why -> found.add(new Repeat(serial, Repeat.Wanted.RMA, why)));
        });
        return found;
    }

    /** Two reboots for the same XID did not cure it. */
    private Optional<String> inspection() {
        Map<String, Long> reboots = events.stream()
                .filter(event -> event.kind() == Kind.REBOOT
                        && !event.detail().isBlank()
                        && !event.detail().equals(EXEMPT))
                .collect(Collectors.groupingBy(GpuEvent::detail, TreeMap::new, Collectors.counting()));
        return reboots.entrySet().stream()
                .filter(count -> count.getValue() >= 2)
                .map(count -> count.getValue() + " reboots for "
                        + (count.getKey().matches("[0-9]+") ? "XID " + count.getKey() : "it, and " + count.getKey()))
                .findFirst();
    }

    private List<String> replacing() {
        List<String> why = new ArrayList<>();
        if (incidents(xid("48")).size() > 1 && within(WEEK, incidents(xid("48")))) {
            why.add("XID 48 again within a week");
        }
        if (incidents(recent(xid("79"))).size() > 1) {
            why.add("XID 79 for the second time in 30 days");
        }
        if (incidents(recent(xid("64"))).size() > 1) {
            why.add("XID 64 for the second time in 30 days");
        }
        if (lostAfterItMoved()) {
            why.add("XID 79 after it was reseated or moved");
        }
        if (baselinesThatIsolate().size() > 1) {
            why.add("dcgmi diag isolates it on " + String.join(" and ", baselinesThatIsolate()));
        }
        int month = incidents(recent(RecurrenceRules::speaksAgainstIt)).size();
        if (month >= EVENTS_A_MONTH) {
            why.add(month + " events in 30 days");
        }
        return why;
    }

    private static Predicate<GpuEvent> xid(String code) {
        return event -> event.kind() == Kind.XID && event.detail().equals(code);
    }

    private static boolean speaksAgainstIt(GpuEvent event) {
        return switch (event.kind()) {
            case XID, LOST, ISOLATE -> true;
            case SEEN, JOB, RESET, REBOOT, RESEAT, RMA -> false;
        };
    }

    private Predicate<GpuEvent> recent(Predicate<GpuEvent> kind) {
        return event -> kind.test(event) && !event.at().isBefore(now.minus(MONTH));
    }

    /** Returns the first moment of each incident, oldest first. */
    private List<Instant> incidents(Predicate<GpuEvent> kind) {
        List<Instant> starts = new ArrayList<>();
        Instant last = Instant.MIN;
        for (GpuEvent event : events) {
            if (kind.test(event)) {
                if (last.equals(Instant.MIN) || event.at().isAfter(last.plus(ONE_INCIDENT))) {
                    starts.add(event.at());
                }
                last = event.at();
            }
        }
        return starts;
    }

    /** Returns whether two consecutive instants are that close. */
    private static boolean within(Duration span, List<Instant> instants) {
        for (int i = 1; i < instants.size(); i++) {
            if (!instants.get(i).isAfter(instants.get(i - 1).plus(span))) {
                return true;
            }
        }
        return false;
    }

    private boolean lostAfterItMoved() {
        Optional<Instant> reseat = events.stream()
                .filter(event -> event.kind() == Kind.RESEAT)
                .map(GpuEvent::at)
                .findFirst();
        Set<NodeRef> nodes =
                events.stream().filter(xid("79")).map(GpuEvent::node).collect(Collectors.toSet());
        return nodes.size() > 1
                || reseat.filter(at -> events.stream().anyMatch(e -> xid("79").test(e) && e.at().isAfter(at)))
                        .isPresent();
    }

    private Set<String> baselinesThatIsolate() {
        return events.stream()
                .filter(event -> event.kind() == Kind.ISOLATE)
                .map(GpuEvent::detail)
                .collect(Collectors.toCollection(java.util.TreeSet::new));
    }
}
