package dev.slipway.activities.packages;

import dev.slipway.facts.packages.DnfTransaction;
import dev.slipway.facts.packages.DnfTransaction.Change;
import dev.slipway.facts.packages.DnfTransaction.Transaction;
import dev.slipway.facts.packages.PackageErrors;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Manages packages with dnf and rpm. Versions are {@code [epoch:]version-release}; holds are locks of dnf's versionlock
 * plugin.
 */
final class DnfPackages implements PackageSystem {
    private static final Pattern REMOVED = Pattern.compile("(\\S+) .*: removing.*");
    private static final Pattern KERNEL = Pattern.compile("kernel(-[a-z]+)*-[0-9].*");

    private static final List<String> REGENERATE = List.of("dracut", "-f", "--regenerate-all");

    /** Locks are of what is installed: a repository that does not answer is no reason not to set them. */
    private static final List<String> LOCK = List.of("dnf", "--disablerepo=*", "versionlock");

    /** Returns true: dnf requires root before it reads anything, even if it is to change nothing. */
    @Override
    public boolean previewsAsRoot() {
        return true;
    }

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
        Reading<List<Change>> table = read(out).value().map(Transaction::planned);
        if (!table.known() || declined == table.or(List.of()).isEmpty()) {
            throw FailureType.STEP_FAILED.of("dnf would change something, but its table is not understood"
                    + (table.known() ? "" : ": " + table.error()));
        }
        return table.or(List.of()).stream()
                .map(change -> change.name() + " " + change.version() + ": " + change.heading())
                .toList();
    }

    private static ToolReport<Transaction> read(String text) {
        return DnfTransaction.parse(output(text));
    }

    private static Output output(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
    }

    /** After a transaction that was cut, packages are there in two versions, and an install leaves them so. */
    @Override
    public Optional<List<String>> repair() {
        return Optional.of(List.of("dnf", "-y", "--disableplugin=versionlock", "remove", "--duplicates"));
    }

    @Override
    public List<List<String>> converge(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>();
        // A lock of a version that is not installed holds nothing now. Were it of the goal already, it would be
        // taken for the end of a converge that was cut in the middle.
        List<String> unheld = before.wantedHolds(goal).stream()
                .filter(name -> !before.heldFor(goal, name))
                .toList();
        if (!unheld.isEmpty()) {
            commands.add(lock("delete", unheld));
        }
        // A missing repository must be an error: without it dnf reports that there is no such package.
        List<String> install = new ArrayList<>(List.of(
                "dnf",
                "-y",
                "--refresh",
                "--setopt=skip_if_unavailable=False",
                "--disableplugin=versionlock",
                "install"));
        install.addAll(exact(goal));
        commands.add(install);
        commands.add(REGENERATE);
        commands.addAll(hold(goal, before));
        return commands;
    }

    /** Reinstalls. dnf reinstalls only what is installed at that version, so the install comes first. */
    @Override
    public List<List<String>> reinstall(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>(converge(goal, before));
        List<String> anew = new ArrayList<>(List.of("dnf", "-y", "--disableplugin=versionlock", "reinstall"));
        exact(goal).stream().filter(word -> !KERNEL.matcher(word).matches()).forEach(anew::add);
        commands.add(commands.indexOf(REGENERATE), anew);
        return commands;
    }

    @Override
    public List<String> previewPurge(List<String> names) {
        return remove("--assumeno", names);
    }

    @Override
    public List<String> purge(List<String> names) {
        return remove("-y", names);
    }

    private static List<String> remove(String answer, List<String> names) {
        List<String> words = new ArrayList<>(List.of(
                "dnf", answer, "--setopt=clean_requirements_on_remove=False", "--disableplugin=versionlock", "remove"));
        words.addAll(names);
        return words;
    }

    @Override
    public Optional<String> removed(String change) {
        Matcher removed = REMOVED.matcher(change);
        return removed.matches() ? Optional.of(removed.group(1)) : Optional.empty();
    }

    /**
     * Deletes all locks of these names first: versionlock stores every lock that was ever added, and lets an upgrade
     * move a package to any locked version.
     */
    @Override
    public List<List<String>> hold(Baseline goal, PackageState before) {
        List<String> names = before.wantedHolds(goal);
        List<String> exact = names.stream()
                .map(name -> Optional.ofNullable(goal.packages().get(name))
                        .map(v -> spec(name, v))
                        .orElse(name))
                .toList();
        return List.of(lock("delete", names), lock("add", exact));
    }

    private static List<String> lock(String command, List<String> words) {
        return Stream.of(LOCK, List.of(command), words).flatMap(List::stream).toList();
    }

    @Override
    public List<String> changed(String output) {
        return DnfTransaction.begun(output(output));
    }

    /**
     * Returns the failure of a package's script: rpm then counts the package as installed, and dnf ends with 0; its
     * module may not be built.
     */
    @Override
    public Optional<String> failedWithin(String output) {
        return read(output)
                .facts()
                .path("errors")
                .valueStream()
                .filter(error -> error.path("kind").asText().equals("package-script"))
                .map(error -> error.path("text").asText())
                .min(Comparator.comparing(text -> !text.startsWith("Error in ")));
    }

    @Override
    public String lastError(String output) {
        return PackageErrors.dnf(output);
    }

    private static List<String> exact(Baseline goal) {
        List<String> exact = new ArrayList<>();
        new TreeMap<>(goal.packages()).forEach((name, version) -> exact.add(spec(name, version)));
        return exact;
    }

    /** Returns {@code name-epoch:version-release}; without an epoch it is 0. */
    private static String spec(String name, String version) {
        return name + "-" + (version.contains(":") ? version : "0:" + version);
    }
}
