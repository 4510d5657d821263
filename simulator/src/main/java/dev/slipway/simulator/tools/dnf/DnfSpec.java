package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.PackageDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses what a word of a command line names: a package, and a version of it or any. */
public record DnfSpec(String name, Optional<String> version) {
    static final String ARCH = ".x86_64";

    /** Parses {@code NAME} or {@code NAME-[EPOCH:]VERSION-RELEASE}; empty if no package has that name. */
    static Optional<DnfSpec> of(PackageDatabase packages, String word) {
        if (packages.knows(word)) {
            return Optional.of(new DnfSpec(word, Optional.empty()));
        }
        for (int dash = word.lastIndexOf('-'); dash > 0; dash = word.lastIndexOf('-', dash - 1)) {
            if (packages.knows(word.substring(0, dash))) {
                return Optional.of(new DnfSpec(word.substring(0, dash), Optional.of(word.substring(dash + 1))));
            }
        }
        return Optional.empty();
    }

    /** Returns the versions, installed or on offer, that this names, oldest first. */
    List<String> versions(PackageDatabase packages) {
        List<String> all = new ArrayList<>(packages.versions(name));
        packages.offers(name).stream().filter(v -> !all.contains(v)).forEach(all::add);
        return all.stream().filter(this::names).toList();
    }

    /** An epoch that is not written may be any; one that is written must be that of the package. */
    boolean names(String candidate) {
        if (version.isEmpty()) {
            return true;
        }
        String wanted = version.get();
        return wanted.contains(":")
                ? wanted.equals(full(candidate))
                : wanted.equals(candidate.substring(candidate.indexOf(':') + 1));
    }

    /** Returns whether a lock permits this version of the package. */
    static boolean unlocked(PackageDatabase packages, String name, String version) {
        Set<String> held = packages.holds().getOrDefault(name, Set.of());
        return held.isEmpty() || held.contains(version);
    }

    /** Returns {@code EPOCH:VERSION-RELEASE}, even if the epoch is 0. */
    public static String full(String version) {
        return version.contains(":") ? version : "0:" + version;
    }

    /** Returns {@code NAME-[EPOCH:]VERSION-RELEASE.ARCH}, as dnf names a package. */
    static String nevra(String name, String version) {
        return name + "-" + version + ARCH;
    }
}
