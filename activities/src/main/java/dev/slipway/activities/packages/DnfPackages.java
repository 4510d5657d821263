package dev.slipway.activities.packages;

import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** dnf and rpm. Versions are {@code [epoch:]version-release}; holds are locks of dnf's versionlock plugin. */
final class DnfPackages implements PackageSystem {
    private static final Pattern HEADING = Pattern.compile(
            "(Installing|Upgrading|Downgrading|Removing|Reinstalling|Installing dependencies|Installing weak dependencies"
                    + "|Removing dependent packages|Removing unused dependencies):");
    private static final Pattern ROW = Pattern.compile(" (\\S+)\\s+(\\S+)\\s+(\\S+)\\s+\\S+.*");
    private static final Pattern DONE =
            Pattern.compile("\\s*(Installing|Upgrading|Downgrading|Removing|Erasing)\\s*:\\s*(\\S+)\\s+\\d+/\\d+\\s*");

    @Override
    public List<String> preview(Baseline goal) {
        List<String> words = new ArrayList<>(List.of("dnf", "--assumeno", "--disableplugin=versionlock", "install"));
        words.addAll(exact(goal));
        return words;
    }

    /** A preview that would change something is answered with no by itself and exits with 1. */
    @Override
    public List<String> changes(Baseline goal, int exit, String out, String err) {
        boolean declined = exit == 1 && (out + err).contains("Operation aborted");
        if (exit != 0 && !declined) {
            throw FailureType.STEP_FAILED.of("dnf: " + lastError(out + "\n" + err));
        }
        List<String> changes = new ArrayList<>();
        String heading = "";
        for (String line : out.lines().toList()) {
            Matcher title = HEADING.matcher(line.strip());
            Matcher row = ROW.matcher(line);
            if (title.matches()) {
                heading = title.group(1);
            } else if (line.isBlank() || line.startsWith("Transaction Summary")) {
                heading = "";
            } else if (!heading.isEmpty() && row.matches()) {
                changes.add(row.group(1) + " " + row.group(3) + ": " + heading.toLowerCase(java.util.Locale.ROOT));
            }
        }
        if (declined && changes.isEmpty()) {
            throw FailureType.STEP_FAILED.of("dnf would change something, but its table is not understood");
        }
        return changes;
    }

    @Override
    public Optional<List<String>> repair() {
        return Optional.empty();
    }

    @Override
    public List<List<String>> converge(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>();
        List<String> install =
                new ArrayList<>(List.of("dnf", "-y", "--refresh", "--disableplugin=versionlock", "install"));
        install.addAll(exact(goal));
        commands.add(install);
        commands.add(List.of("dracut", "-f", "--regenerate-all"));
        commands.addAll(hold(goal, before));
        return commands;
    }

    /** Locks of other versions go first: versionlock keeps every lock that was ever added. */
    @Override
    public List<List<String>> hold(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>();
        List<String> names = before.wantedHolds(goal);
        List<String> locked = names.stream().filter(before::held).toList();
        if (!locked.isEmpty()) {
            List<String> delete = new ArrayList<>(List.of("dnf", "versionlock", "delete"));
            delete.addAll(locked);
            commands.add(delete);
        }
        List<String> add = new ArrayList<>(List.of("dnf", "versionlock", "add"));
        names.forEach(name -> add.add(Optional.ofNullable(goal.packages().get(name))
                .map(v -> spec(name, v))
                .orElse(name)));
        commands.add(add);
        return commands;
    }

    @Override
    public List<String> changed(String output) {
        return output.lines()
                .map(DONE::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(2) + ": " + m.group(1).toLowerCase(java.util.Locale.ROOT))
                .distinct()
                .toList();
    }

    @Override
    public String lastError(String output) {
        List<String> lines = output.lines().filter(l -> !l.isBlank()).toList();
        return lines.stream()
                .filter(l -> l.startsWith("Error") || l.startsWith("error:") || l.startsWith("No match for argument"))
                .reduce((a, b) -> b)
                .or(() -> lines.stream().reduce((a, b) -> b))
                .map(String::strip)
                .orElse("no output");
    }

    private static List<String> exact(Baseline goal) {
        List<String> exact = new ArrayList<>();
        new TreeMap<>(goal.packages()).forEach((name, version) -> exact.add(spec(name, version)));
        return exact;
    }

    /** {@code name-epoch:version-release}; without an epoch it is 0. */
    private static String spec(String name, String version) {
        return name + "-" + (version.contains(":") ? version : "0:" + version);
    }
}
