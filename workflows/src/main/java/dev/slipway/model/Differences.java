package dev.slipway.model;

import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists everything on which a node differs from its baseline: pinned versions, packages and their holds, and what a
 * reboot or a person sets (runtime settings, services, loaded modules). What could not be read is a difference of its
 * own. Pure.
 */
public record Differences(List<Difference> versions, List<Difference> packages, List<Difference> settings) {

    /** Modules are loaded, not installed: their pins are settings. */
    private static final Set<String> LOADED =
            Arrays.stream(Field.values()).filter(Field::loaded).map(Field::key).collect(Collectors.toSet());

    /** Returns the differences between what a node reports and what it should be. */
    public static Differences of(NodeFacts facts, Baseline goal) {
        List<Difference> versions = new ArrayList<>(goal.differences(facts));
        List<Difference> modules = versions.stream().filter(Differences::module).toList();
        versions.removeAll(modules);
        List<Difference> settings = new ArrayList<>(settings(facts, goal));
        settings.addAll(modules);
        return new Differences(List.copyOf(versions), packages(facts, goal), List.copyOf(settings));
    }

    /** Returns all of them: versions, then packages, then settings. */
    public List<Difference> all() {
        List<Difference> all = new ArrayList<>(versions);
        all.addAll(packages);
        all.addAll(settings);
        return List.copyOf(all);
    }

    private static boolean module(Difference difference) {
        return LOADED.contains(difference.field()) && !difference.unread();
    }

    private static List<Difference> packages(NodeFacts facts, Baseline goal) {
        Reading<List<InstalledPackage>> packages = facts.software().packages();
        if (!packages.known()) {
            return List.of(Difference.unread("packages", packages.error(), "the baseline's packages", true));
        }
        Map<String, InstalledPackage> byName = packages.or(List.of()).stream()
                .collect(Collectors.toMap(InstalledPackage::name, p -> p, (first, second) -> first));
        List<Difference> differences = new ArrayList<>();
        goal.packages().forEach((name, version) -> {
            Optional<InstalledPackage> found = Optional.ofNullable(byName.get(name));
            String is = found.filter(p -> p.status().equals("installed"))
                    .map(InstalledPackage::version)
                    .orElse("absent");
            if (!is.equals(version)) {
                differences.add(new Difference(name, is, version, true));
            } else if (goal.holds().contains(name)
                    && !found.map(InstalledPackage::held).orElse(false)) {
                differences.add(new Difference(name, "held: no", "held: yes", true));
            }
        });
        return differences;
    }

    private static List<Difference> settings(NodeFacts facts, Baseline goal) {
        List<Difference> differences = new ArrayList<>();
        Reading<Map<String, String>> services = facts.software().services();
        goal.gates().services().forEach(service -> {
            if (!services.known()) {
                differences.add(Difference.unread(service, services.error(), "active", true));
                return;
            }
            String state = services.or(Map.of()).getOrDefault(service, "absent");
            if (!state.equals("active")) {
                differences.add(new Difference(service, state, "active", true));
            }
        });
        goal.runtime().ifPresent(want -> {
            compare(facts.runtime(), want, differences);
            differences.addAll(DcgmTarget.against(facts, want));
        });
        return differences;
    }

    private static void compare(Reading<RuntimeSettings> reading, RuntimeSettings want, List<Difference> differences) {
        if (!reading.known()) {
            differences.add(Difference.unread("runtime", reading.error(), "the baseline's settings", true));
            return;
        }
        differences.addAll(reading.value().orElseThrow().differences(want));
    }
}
