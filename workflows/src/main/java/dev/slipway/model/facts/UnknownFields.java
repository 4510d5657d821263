package dev.slipway.model.facts;

import dev.slipway.model.Field;
import dev.slipway.model.gpu.GpuFindings;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lists the parts of a node's facts that decisions use and that could not be read. It goes through all components of
 * the facts, so that a new part is listed without a line here. Of {@code details} it lists what decisions use: when the
 * node booted, how it was read, and of its GPUs the partitions, the processes and the health. SRAM errors are part of
 * the health: a driver that does not count them is no gap. The scheduler's view is not the node's to answer.
 */
final class UnknownFields {
    /** Parts whose own parts are listed by their bare names. */
    private static final Set<String> BARE = Set.of("hardware", "software");

    private static final String DETAILS = "details";
    /** The hardware has a part {@code fabric}, too. */
    private static final String FABRIC_STATE = "fabricState";

    /** A class makes them anew for each that asks, and the facts of a fleet are many. */
    private static final ClassValue<List<RecordComponent>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return List.of(type.getRecordComponents());
        }
    };

    private final Map<String, String> errors = new TreeMap<>();

    private UnknownFields() {}

    /**
     * Returns each with its reason, by its name; empty if all was read. A part of which nothing was read for one reason
     * is listed once. What was not requested is no error.
     */
    static Map<String, String> of(NodeFacts facts) {
        UnknownFields unknown = new UnknownFields();
        for (RecordComponent component : COMPONENTS.get(NodeFacts.class)) {
            String name = component.getType() == FabricState.class ? FABRIC_STATE : component.getName();
            if (!name.equals(DETAILS)) {
                unknown.note(name, value(component, facts));
            }
        }
        NodeDetails details = facts.details();
        unknown.note("collected", details.collected());
        unknown.note("bootedAt", details.bootedAt());
        unknown.note("migDevices", details.onGpus().migDevices());
        unknown.note("clients", details.onGpus().clients());
        details.gpus().values().stream()
                .flatMap(parts -> Stream.ofNullable(parts.get(GpuFindings.DETAIL)))
                .forEach(health -> unknown.noteFirst(GpuFindings.DETAIL, health));
        unknown.errors.remove("driverOwner");
        unknown.note("driverOwner", facts.driverOwner());
        return unknown.errors;
    }

    private void noteFirst(String name, Reading<?> reading) {
        if (!errors.containsKey(name)) {
            note(name, reading);
        }
    }

    private void note(String name, Object part) {
        if (part instanceof Reading<?> reading) {
            if (!reading.known() && !reading.error().startsWith(Reading.NOT_REQUESTED)) {
                errors.put(name, reading.error());
            }
        } else if (part instanceof Map<?, ?> readings) {
            readings.forEach((key, reading) -> note(key instanceof Field field ? field.key() : "", reading));
        } else if (part instanceof Record all) {
            noteAll(name, all);
        }
    }

    private void noteAll(String name, Record all) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (RecordComponent component : COMPONENTS.get(all.getClass())) {
            parts.put(component.getName(), value(component, all));
        }
        if (!BARE.contains(name) && unreadForOneReason(parts.values())) {
            parts.values().stream()
                    .filter(Reading.class::isInstance)
                    .findFirst()
                    .ifPresent(reading -> note(name, reading));
            return;
        }
        parts.forEach((part, value) -> note(BARE.contains(name) ? part : name + "." + part, value));
    }

    private static boolean unreadForOneReason(Collection<Object> parts) {
        Set<String> reasons = new HashSet<>();
        for (Object part : parts) {
            if (part instanceof Reading<?> reading) {
                if (reading.known()) {
                    return false;
                }
                reasons.add(reading.error());
            }
        }
        return reasons.size() == 1;
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            return Optional.ofNullable(component.getAccessor().invoke(of))
                    .orElseGet(() -> Reading.unknown(NodeFacts.STORED_WITHOUT));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record's own component cannot be read: " + component, e);
        }
    }
}
