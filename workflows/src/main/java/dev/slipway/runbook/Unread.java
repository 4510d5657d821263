package dev.slipway.runbook;

import dev.slipway.model.Field;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Parts of a node's facts by name, each with the reason why it could not be read. */
public record Unread(Map<String, String> parts) {

    /** What a table stands on that looks at a node's driver. */
    public static Unread ofDriver(NodeFacts facts) {
        return new Unread(Map.of())
                .look("identity", facts.identity())
                .look("boot", facts.boot())
                .look("gpusOnBus", facts.hardware().gpusOnBus())
                .look("driverOwner", facts.driverOwner())
                .look("packages", facts.software().packages())
                .look("packagesBroken", facts.software().packagesBroken());
    }

    /** The same, and the driver's modules and library. */
    public static Unread ofModules(NodeFacts facts) {
        return ofDriver(facts)
                .look("loaded modules", facts.load().loaded())
                .look("module files", facts.load().files())
                .look("driverUserspace", facts.version(Field.DRIVER_USERSPACE));
    }

    public Unread look(String part, Reading<?> reading) {
        return reading.known() ? this : with(part, reading.error());
    }

    /** Looks only where {@code wanted}. */
    public Unread lookIf(boolean wanted, String part, Reading<?> reading) {
        return wanted ? look(part, reading) : this;
    }

    public Unread with(String part, String why) {
        Map<String, String> more = new TreeMap<>(parts);
        more.put(part, why);
        return new Unread(more);
    }

    @Override
    public String toString() {
        return parts.entrySet().stream()
                .map(part -> part.getKey() + " (" + part.getValue() + ")")
                .collect(Collectors.joining(", "));
    }
}
