package dev.slipway.model.facts;

import java.util.Map;
import java.util.TreeMap;

/** Lists the parts of a node's facts that decisions use and that could not be read. */
final class UnknownFields {
    private final Map<String, String> errors = new TreeMap<>();

    private UnknownFields() {}

    /** Returns each with its reason, by its name; empty if all was read. */
    static Map<String, String> of(NodeFacts facts) {
        UnknownFields parts = new UnknownFields();
        parts.note("identity", facts.identity());
        parts.note("boot", facts.boot());
        parts.note("gpusOnBus", facts.hardware().gpusOnBus());
        parts.note("gpus", facts.hardware().gpus());
        parts.note("holders", facts.hardware().holders());
        parts.note("fabric", facts.hardware().fabric());
        parts.note("packages", facts.software().packages());
        parts.note("packagesBroken", facts.software().packagesBroken());
        parts.note("manifest", facts.software().manifest());
        parts.note("driverOwner", facts.driverOwner());
        parts.note("services", facts.software().services());
        parts.note("modulesLoaded", facts.software().modulesLoaded());
        parts.note("runtime", facts.runtime());
        parts.note("kernelEvents", facts.kernelEvents());
        facts.software().versions().forEach((field, reading) -> parts.note(field.key(), reading));
        return parts.errors;
    }

    private void note(String part, Reading<?> reading) {
        if (!reading.known()) {
            errors.put(part, reading.error());
        }
    }
}
