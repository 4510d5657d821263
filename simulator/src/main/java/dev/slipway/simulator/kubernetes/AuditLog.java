package dev.slipway.simulator.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Records what was requested and what was accepted, in order. */
final class AuditLog {
    private final List<AuditEntry> writes = new ArrayList<>();
    private final List<EvictionEntry> evictions = new ArrayList<>();
    private final List<Consumer<AuditEntry>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();

    /** Takes the entry in and shows it to the listeners, who may look at the cluster and its nodes. */
    void add(AuditEntry entry) {
        synchronized (this) {
            writes.add(entry);
        }
        listeners.forEach(listener -> listener.accept(entry));
    }

    void listen(Consumer<AuditEntry> listener) {
        listeners.add(listener);
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
