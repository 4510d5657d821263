package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.packages.DatabaseRow;
import dev.slipway.facts.packages.PackageHold;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the package database of dpkg or rpm, in the one layout that the probe prints, with holds and broken packages.
 */
final class PackageList {
    private static final Pattern LOCKED = Pattern.compile(
            "(!?)([A-Za-z0-9][A-Za-z0-9+._-]*)-([0-9]+:[^-]+-[^-]+?)(?:\\.(?:[*]|x86_64|aarch64|noarch))?");
    private static final Pattern LOCKED_5 = Pattern.compile("Package name: (\\S+)");
    private static final Pattern CHATTER =
            Pattern.compile("(#.*|Last metadata.*|(evr|evr_|arch|comment)\\b.*|Updating Subscription.*|Not root.*"
                    + "|dpkg-query: warning:.*|)");
    private static final Pattern BROKEN = Pattern.compile("\\s([A-Za-z0-9][A-Za-z0-9+._-]*)(?::[a-z0-9-]+)?(?:\\s.*)?");
    private static final String ANY = "*";
    private static final Set<String> SOUND = Set.of("installed", "config-files", "not-installed");

    private PackageList() {}

    static Reading<List<InstalledPackage>> parse(String packages, String holds) {
        Reading<Map<String, Set<String>>> held = holds(holds);
        if (held.value().isEmpty()) {
            return Reading.unknown("holds: " + held.error());
        }
        List<InstalledPackage> list = new ArrayList<>();
        for (String line : Text.lines(packages)) {
            Optional<DatabaseRow> row = DatabaseRow.of(line);
            if (row.isPresent()) {
                String name = row.get().name();
                String version = row.get().version().replaceFirst("^0:", "");
                boolean kept = held(held.value().get().getOrDefault(name, Set.of()), version);
                list.add(new InstalledPackage(name, version, row.get().state(), kept));
            } else if (!CHATTER.matcher(line).matches()) {
                return Reading.unknown("packages: not a row: " + Text.shorten(line, 120));
            }
        }
        return list.isEmpty() ? Reading.unknown("packages: the list is empty") : Reading.of(List.copyOf(list));
    }

    /**
     * Returns whether a package is held; one that may move to any other version is not, whatever else of it is locked.
     */
    private static boolean held(Set<String> holds, String version) {
        return holds.contains(ANY) || (holds.size() == 1 && holds.contains(version));
    }

    /**
     * Returns what is held, by name: any version for a name from {@code apt-mark showhold} or from dnf 5, the locked
     * versions for dnf 4. A version that is excluded ({@code !}) leaves the package free to move to all others.
     */
    static Reading<Map<String, Set<String>>> holds(String text) {
        Map<String, Set<String>> held = new HashMap<>();
        for (String line : Text.lines(text)) {
            Matcher locked = LOCKED.matcher(line.strip());
            Matcher five = LOCKED_5.matcher(line.strip());
            Optional<String> name = PackageHold.of(line);
            if (locked.matches()) {
                String version =
                        locked.group(3).startsWith("0:") ? locked.group(3).substring(2) : locked.group(3);
                if (locked.group(1).isEmpty()) {
                    add(held, locked.group(2), version);
                }
            } else if (five.matches()) {
                add(held, five.group(1), ANY);
            } else if (name.isPresent()) {
                add(held, name.get(), ANY);
            } else if (!CHATTER.matcher(line.strip()).matches()) {
                return Reading.unknown("not a package name: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(held);
    }

    private static void add(Map<String, Set<String>> held, String name, String version) {
        held.computeIfAbsent(name, n -> new HashSet<>()).add(version);
    }

    /** Returns the name in {@code NAME-[EPOCH:]VERSION-RELEASE.ARCH}. */
    private static String nameOf(String nevra) {
        return nevra.replaceFirst("-[^-]+-[^-]+$", "");
    }

    /**
     * Returns what {@code dpkg --audit} or {@code dnf check} names, and every package that is neither installed nor
     * removed.
     */
    static Reading<List<String>> broken(Reading<Section> audit, Reading<List<InstalledPackage>> packages) {
        if (audit.value().isEmpty() || packages.value().isEmpty()) {
            return Reading.unknown(audit.known() ? packages.error() : audit.error());
        }
        Section section = audit.value().get();
        Set<String> broken = new TreeSet<>();
        for (String line : Text.lines(section.text())) {
            Matcher name = BROKEN.matcher(line);
            if (name.matches()) {
                broken.add(name.group(1));
            } else if (line.contains(" has missing requires of ") || line.contains(" is a duplicate with ")) {
                broken.add(nameOf(line.substring(0, line.indexOf(' '))));
            }
        }
        boolean said = !broken.isEmpty();
        packages.value().get().stream().filter(p -> !SOUND.contains(p.status())).forEach(p -> broken.add(p.name()));
        if ((section.exit() != 0 || !section.text().isBlank()) && !said) {
            return Reading.unknown(Answers.failed("audit", section));
        }
        return Reading.of(List.copyOf(broken));
    }
}
