package dev.slipway.activities.packages;

import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.InstalledPackage;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The packages of a node as they were read, all of them, at one moment. */
record PackageState(String osImage, Map<String, InstalledPackage> packages, List<String> broken) {
    static final String[] SECTIONS = {"os-release", "packages", "holds", "audit"};

    /** Fails with TRANSIENT when any part could not be read. */
    static PackageState of(NodeFacts facts) {
        Map<String, InstalledPackage> byName = new TreeMap<>();
        known(facts, "packages", facts.software().packages()).forEach(p -> byName.put(p.name(), p));
        return new PackageState(
                known(facts, "operating system", facts.version(Field.OS_IMAGE)),
                byName,
                known(facts, "broken packages", facts.software().packagesBroken()));
    }

    private static <T> T known(NodeFacts facts, String what, Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the " + what + " of " + facts.node() + ": " + reading.error()));
    }

    /** Every way in which this is not what {@code goal} names, a line each; empty = nothing is left to do. */
    List<String> differences(Baseline goal) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(goal.packages()).forEach((name, version) -> {
            String found = version(name).orElse("absent");
            if (!found.equals(version)) {
                differences.add(name + " " + found + " → " + version);
            }
        });
        for (String name : wantedHolds(goal)) {
            if (version(name).isPresent() && !held(name)) {
                differences.add(name + " held: no → yes");
            }
        }
        broken.forEach(name -> differences.add(name + " is not fully installed"));
        return differences;
    }

    /** What differs between this and {@code after}, a line each. */
    List<String> changesTo(PackageState after) {
        TreeSet<String> names = new TreeSet<>(packages.keySet());
        names.addAll(after.packages.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            String was = version(name).orElse("absent");
            String is = after.version(name).orElse("absent");
            if (!was.equals(is)) {
                changes.add(name + " " + was + " → " + is);
            } else if (held(name) != after.held(name)) {
                changes.add(name + " held: " + word(held(name)) + " → " + word(after.held(name)));
            }
        }
        return changes;
    }

    /** The whole set: a package that the goal names and that is not held is moved by the next upgrade of the rest. */
    List<String> wantedHolds(Baseline goal) {
        TreeSet<String> names = new TreeSet<>(goal.packages().keySet());
        goal.holds().stream().filter(name -> version(name).isPresent()).forEach(names::add);
        return List.copyOf(names);
    }

    Optional<String> version(String name) {
        return Optional.ofNullable(packages.get(name))
                .filter(p -> !p.status().equals("config-files") && !p.status().equals("not-installed"))
                .map(InstalledPackage::version);
    }

    boolean held(String name) {
        return Optional.ofNullable(packages.get(name))
                .filter(InstalledPackage::held)
                .isPresent();
    }

    private static String word(boolean yes) {
        return yes ? "yes" : "no";
    }
}
