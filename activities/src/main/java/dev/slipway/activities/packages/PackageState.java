package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Holds the packages of a node as they were read, all of them, at one moment. rpm keeps several versions of a kernel
 * under one name; one of them at the pinned version is enough. If only one belongs there, the others are reported as
 * broken.
 */
record PackageState(String osImage, Map<String, List<InstalledPackage>> packages, List<String> broken) {
    private static final String[] SECTIONS = {"os-release", "packages", "holds", "audit"};

    /** Reads the node. Fails with TRANSIENT if any part could not be read. */
    static PackageState now(NodeTools tools, Act act) {
        return of(tools.facts().read(act.node(), act.t0(), SECTIONS));
    }

    /** Fails with TRANSIENT if any part could not be read. */
    static PackageState of(NodeFacts facts) {
        Map<String, List<InstalledPackage>> byName = new TreeMap<>();
        known(facts, "packages", facts.software().packages())
                .forEach(p -> byName.computeIfAbsent(p.name(), name -> new ArrayList<>())
                        .add(p));
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

    /** Returns every way in which this is not what {@code goal} names, one line each; empty = nothing is left to do. */
    List<String> differences(Baseline goal) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(goal.packages()).forEach((name, version) -> {
            if (!versions(name).contains(version)) {
                differences.add(name + " " + shown(name) + " → " + version);
            }
        });
        for (String name : wantedHolds(goal)) {
            if (installed(name) && !heldFor(goal, name)) {
                differences.add(name + " held: no → yes");
            }
        }
        broken.forEach(name -> differences.add(name + " is not fully installed"));
        return differences;
    }

    /** Returns what differs between this and {@code after}, one line each. */
    List<String> changesTo(PackageState after) {
        TreeSet<String> names = new TreeSet<>(packages.keySet());
        names.addAll(after.packages.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            String was = shown(name);
            String is = after.shown(name);
            if (!was.equals(is)) {
                changes.add(name + " " + was + " → " + is);
            } else if (held(name) != after.held(name)) {
                changes.add(name + " held: " + word(held(name)) + " → " + word(after.held(name)));
            }
        }
        return changes;
    }

    /**
     * Returns the whole set: a package that the goal names and that is not held moves with the next upgrade of the
     * rest.
     */
    List<String> wantedHolds(Baseline goal) {
        TreeSet<String> names = new TreeSet<>(goal.packages().keySet());
        goal.holds().stream().filter(this::installed).forEach(names::add);
        return List.copyOf(names);
    }

    /** Returns every version of that name that is installed. */
    List<String> versions(String name) {
        return rows(name).map(InstalledPackage::version).distinct().toList();
    }

    boolean installed(String name) {
        return rows(name).findAny().isPresent();
    }

    /** Returns whether the version that {@code goal} pins is held, or any if that one is not installed. */
    boolean heldFor(Baseline goal, String name) {
        String wanted = goal.packages().getOrDefault(name, "");
        boolean there = versions(name).contains(wanted);
        return rows(name).filter(p -> !there || p.version().equals(wanted)).anyMatch(InstalledPackage::held);
    }

    private boolean held(String name) {
        return rows(name).anyMatch(InstalledPackage::held);
    }

    private Stream<InstalledPackage> rows(String name) {
        return packages.getOrDefault(name, List.of()).stream()
                .filter(p -> !p.status().equals("config-files") && !p.status().equals("not-installed"));
    }

    private String shown(String name) {
        return installed(name) ? String.join(" and ", versions(name)) : "absent";
    }

    private static String word(boolean yes) {
        return yes ? "yes" : "no";
    }
}
