package dev.slipway.activities.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the system event log of a Redfish service: the LogService of the system, else of the manager that the system
 * names, that holds SEL entries or is named as one.
 */
record RedfishLog(RedfishHttp http) {
    private static final Set<String> NAMES = Set.of("sel", "eventlog", "log1", "iml", "log");
    /** A page of entries is some dozens of them. */
    private static final int PAGES = 20;

    /** Returns the newest entries, the oldest of them first, one line each: time, severity, words. */
    List<String> newest(JsonNode system, int most) {
        String entries = services(system)
                .filter(RedfishLog::holdsEvents)
                .flatMap(service -> link(service.path("Entries")).stream())
                .findFirst()
                .orElseThrow(() -> new BmcFailure(
                        BmcFailure.Kind.REFUSED,
                        "the BMC at " + http.base().getAuthority() + " shows no system event log",
                        "see its own page, or ipmitool sel elist on the node"));
        List<Entry> read = new ArrayList<>();
        Optional<String> page = Optional.of(entries);
        for (int i = 0; i < PAGES && page.isPresent(); i++) {
            JsonNode some = http.get(page.get());
            some.path("Members").forEach(member -> read.add(entry(member)));
            page = Optional.of(some.path("Members@odata.nextLink").asText("")).filter(at -> !at.isEmpty());
        }
        List<Entry> ordered = read.stream().sorted().toList();
        List<String> lines =
                new ArrayList<>(ordered.subList(Math.max(0, ordered.size() - most), ordered.size()).stream()
                        .map(Entry::toString)
                        .toList());
        page.ifPresent(more -> lines.add("not all was read: the log has more than " + PAGES + " pages"));
        return List.copyOf(lines);
    }

    /** Services order their entries as they like; the time of creation is of one form within a service. */
    private record Entry(String created, String severity, String message) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return created.compareTo(other.created);
        }

        @Override
        public String toString() {
            return created + "  " + severity + "  " + message;
        }
    }

    /** Returns an entry; a collection may hold its entries, or only their addresses. */
    private Entry entry(JsonNode member) {
        JsonNode whole = member.has("Message") || member.has("Created")
                ? member
                : link(member).map(http::get).orElse(member);
        return new Entry(
                RedfishTrouble.bounded(whole.path("Created").asText("time unknown")),
                RedfishTrouble.bounded(whole.path("Severity").asText("-")),
                RedfishTrouble.bounded(whole.path("Message").asText("(no message)")));
    }

    private Stream<JsonNode> services(JsonNode system) {
        List<JsonNode> owners = new ArrayList<>(List.of(system));
        for (JsonNode manager : system.path("Links").path("ManagedBy")) {
            link(manager).ifPresent(at -> owners.add(http.get(at)));
        }
        List<JsonNode> services = new ArrayList<>();
        for (JsonNode owner : owners) {
            link(owner.path("LogServices"))
                    .map(http::get)
                    .map(all -> all.path("Members"))
                    .ifPresent(members ->
                            members.forEach(member -> link(member).ifPresent(at -> services.add(http.get(at)))));
        }
        return services.stream();
    }

    private static boolean holdsEvents(JsonNode service) {
        return service.path("LogEntryType").asText("").equals("SEL")
                || NAMES.contains(service.path("Id").asText("").toLowerCase(Locale.ROOT));
    }

    private static Optional<String> link(JsonNode node) {
        return Optional.of(node.path("@odata.id").asText("")).filter(at -> !at.isEmpty());
    }
}
