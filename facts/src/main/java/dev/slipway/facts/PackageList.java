package dev.slipway.facts;

import dev.slipway.model.InstalledPackage;
import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The package database of dpkg or rpm, in the one layout that the probe prints, with holds and broken packages. */
final class PackageList {
    private static final Pattern ROW = Pattern.compile("([A-Za-z0-9][A-Za-z0-9+._-]*)\\t(\\S*)\\t(\\S+) (\\S+) (\\S+)");
    private static final Pattern HELD = Pattern.compile("([a-z0-9][a-z0-9+.-]+)(?::[a-z0-9-]+)?");
    private static final Pattern LOCKED = Pattern.compile("!?([A-Za-z0-9][A-Za-z0-9+._-]*)-[0-9]+:[^-]+-[^-]+");
    private static final Pattern LOCKED_5 = Pattern.compile("Package name: (\\S+)");
    private static final Pattern CHATTER = Pattern.compile(
            "(#.*|Last metadata.*|(evr|evr_|arch|comment)\\b.*|Updating Subscription.*|Not root.*|dpkg-query: warning:.*|)");
    private static final Pattern BROKEN = Pattern.compile("\\s([A-Za-z0-9][A-Za-z0-9+._-]*)(?::[a-z0-9-]+)?(?:\\s.*)?");
    private static final Set<String> SOUND = Set.of("installed", "config-files", "not-installed");

    private PackageList() {}

    static Reading<List<InstalledPackage>> parse(String packages, String holds) {
        Reading<Set<String>> held = holds(holds);
        if (held.value().isEmpty()) {
            return Reading.unknown("holds: " + held.error());
        }
        List<InstalledPackage> list = new ArrayList<>();
        for (String line : Text.lines(packages)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                String version = row.group(2).startsWith("0:") ? row.group(2).substring(2) : row.group(2);
                boolean kept = held.value().get().contains(row.group(1));
                list.add(new InstalledPackage(row.group(1), version, row.group(5), kept));
            } else if (!CHATTER.matcher(line).matches()) {
                return Reading.unknown("packages: not a row: " + Text.shorten(line, 120));
            }
        }
        return list.isEmpty() ? Reading.unknown("packages: the list is empty") : Reading.of(List.copyOf(list));
    }

    /** Names from {@code apt-mark showhold} or from dnf's version locks. */
    static Reading<Set<String>> holds(String text) {
        Set<String> held = new HashSet<>();
        for (String line : Text.lines(text)) {
            Matcher locked = LOCKED.matcher(line.strip());
            Matcher five = LOCKED_5.matcher(line.strip());
            Matcher name = HELD.matcher(line.strip());
            if (locked.matches()) {
                held.add(locked.group(1));
            } else if (five.matches()) {
                held.add(five.group(1));
            } else if (name.matches()) {
                held.add(name.group(1));
            } else if (!CHATTER.matcher(line.strip()).matches()) {
                return Reading.unknown("not a package name: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(held);
    }

    /** What {@code dpkg --audit} or {@code dnf check} names, and every package that is neither installed nor gone. */
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
                broken.add(line.substring(0, line.indexOf(' ')));
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
