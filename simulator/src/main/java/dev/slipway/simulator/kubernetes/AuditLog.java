package dev.slipway.simulator.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was asked and what was taken, in order. */
final class AuditLog {
    private final List<AuditEntry> writes = new ArrayList<>();
    private final List<EvictionEntry> evictions = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();

    synchronized void add(AuditEntry entry) {
        writes.add(entry);
    }

    synchronized void add(EvictionEntry entry) {
        evictions.add(entry);
    }

    synchronized void count(String verb) {
        counts.merge(verb, 1L, Long::sum);
    }

    synchronized List<AuditEntry> writes() {
        return List.copyOf(writes);
    }

    synchronized List<EvictionEntry> evictions() {
        return List.copyOf(evictions);
    }

    synchronized Map<String, Long> counts() {
        return Map.copyOf(counts);
    }
}
