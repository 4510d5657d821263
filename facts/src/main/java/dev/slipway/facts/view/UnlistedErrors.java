package dev.slipway.facts.view;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists the parts that decisions use, that could not be read, and that no fact of a sheet shows when they are read. */
final class UnlistedErrors {
    /** The sheet shows the setting {@code persistence} of the GPUs. */
    private static final String PERSISTENCE = "persistence";

    private static final String PERSISTENCE_STATE = "persistenceState";
    /** Is the section of the probe itself: a part has many sections, and its reason names the one that failed. */
    private static final String PROBE = "collector";

    /** Holds the fact that shows a part which has another name in the sheet. */
    private static final Map<String, String> SHOWN_AS = Map.ofEntries(
            Map.entry("identity", "identity.machineId"),
            Map.entry("boot", "boot.bootId"),
            Map.entry("manifest", "manifest.imageVersion"),
            Map.entry("modulesLoaded", "modules"),
            Map.entry("fabric", "fabric.state"),
            Map.entry("runtime", "computeMode"),
            Map.entry("persistence.targets", "dcgmTarget"),
            Map.entry("collected", "collector.version"),
            Map.entry("bootedAt", "boot.bootTime"),
            Map.entry("migDevices", "gpus.mig"),
            Map.entry("clients", "gpus.jobs"),
            Map.entry("health", "gpus.health"),
            Map.entry(PERSISTENCE, PERSISTENCE_STATE));

    private UnlistedErrors() {}

    /** Returns an unknown fact for each part that none of {@code shown} says is unknown. */
    static List<Fact> of(NodeFacts node, List<Fact> shown) {
        Set<String> unknown = shown.stream()
                .filter(fact -> !fact.reading().known())
                .map(fact -> fact.name().replaceFirst("\\[.*]", ""))
                .collect(Collectors.toSet());
        List<Fact> facts = new ArrayList<>();
        node.errors().forEach((part, reason) -> {
            if (!unknown.contains(SHOWN_AS.getOrDefault(part, part))) {
                String name = part.equals(PERSISTENCE) ? PERSISTENCE_STATE : part;
                facts.add(Fact.of(name, Reading.unknown(reason), PROBE));
            }
        });
        return facts;
    }
}
