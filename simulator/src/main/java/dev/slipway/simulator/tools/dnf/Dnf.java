package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import dev.slipway.simulator.tools.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Plays dnf 4, with the refusals, texts and exit statuses of the real one. */
public final class Dnf implements Tool {
    private static final String NO_REPOSITORY =
            "Error: Failed to download metadata for repo 'cuda-rhel9-x86_64': Cannot download repomd.xml: "
                    + "Cannot download repodata/repomd.xml: All mirrors were tried\n";
    private static final String FETCHED =
            "cuda-rhel9-x86_64                                30 kB/s | 4.0 kB     00:00    \n";
    private static final String CACHED =
            "Last metadata expiration check: 0:12:01 ago on Fri 20 Nov 2026 06:00:00 AM UTC.\n";

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        DnfOptions options = DnfOptions.of(words);
        return switch (options.command()) {
            case "install" -> install(node, options);
            case "upgrade", "update" -> upgrade(node, options);
            case "reinstall" -> DnfAgain.reinstall(node, options);
            case "remove" ->
                options.flags().contains("--duplicates")
                        ? removeDuplicates(node, options)
                        : DnfAgain.remove(node, options);
            case "check" -> check(node);
            case "versionlock" -> new Versionlock(node, options).run();
            case "clean" -> Answer.of("0 files removed\n");
            default -> Answer.failed(1, "No such command: " + options.command() + ". Please use /usr/bin/dnf --help\n");
        };
    }

    /** Fetches the packages on offer if it must; an answer reports that it could not. */
    static Optional<Answer> withoutMetadata(SimulatedNode node, DnfOptions options, StringBuilder out) {
        if (options.withoutRepositories()) {
            return Optional.empty();
        }
        PackageDatabase packages = node.packages();
        boolean fetch = !options.cacheOnly() && (options.refresh() || !packages.listsPresent());
        if (!fetch) {
            out.append(options.quiet() ? "" : CACHED);
            return Optional.empty();
        }
        node.clock().spend(Duration.ofSeconds(8));
        if (packages.mirrorGone()) {
            String said = "Errors during downloading metadata for repository 'cuda-rhel9-x86_64':\n"
                    + "  - Curl error (7): Couldn't connect to server for "
                    + "https://mirror.example/rhel9/x86_64/repodata/repomd.xml [Failed to connect to mirror.example]\n";
            out.append("cuda-rhel9-x86_64                               0.0  B/s |   0  B     00:00    \n");
            return Optional.of(Answer.of(out.toString(), said + NO_REPOSITORY, 1));
        }
        packages.listsPresent(true);
        out.append(FETCHED);
        return Optional.empty();
    }

    /** dnf waits for another one as long as that takes. */
    static void waitForLock(SimulatedNode node, StringBuilder out) {
        Optional<Lock> lock = node.packages().lock(node.clock().now());
        lock.ifPresent(holder -> out.append("Waiting for process with pid " + holder.pid() + " to finish.\n"));
        while (lock.isPresent()) {
            node.clock().spend(Duration.ofSeconds(1));
            lock = node.packages().lock(node.clock().now());
        }
    }

    private static Answer install(SimulatedNode node, DnfOptions options) {
        StringBuilder out = new StringBuilder();
        if (!options.no()) {
            waitForLock(node, out);
        }
        Optional<Answer> gone = withoutMetadata(node, options, out);
        if (gone.isPresent()) {
            return gone.get();
        }
        List<DnfChange> changes = new ArrayList<>();
        List<String> missing = options.targets().stream()
                .filter(word -> !marked(node.packages(), options, word, changes, out))
                .toList();
        return missing.isEmpty()
                ? proceed(node, options, changes, out)
                : Answer.of(out.toString(), "Error: Unable to find a match: " + String.join(" ", missing) + "\n", 1);
    }

    /** Adds to {@code changes} what a word requests; false if nothing has that name or a lock hides it. */
    private static boolean marked(
            PackageDatabase packages, DnfOptions options, String word, List<DnfChange> changes, StringBuilder out) {
        Optional<DnfSpec> spec = DnfSpec.of(packages, word);
        List<String> all = spec.map(s -> s.versions(packages)).orElse(List.of());
        String name = spec.map(DnfSpec::name).orElse("");
        List<String> free = all.stream()
                .filter(v -> !options.locksApply()
                        || packages.versions(name).contains(v)
                        || DnfSpec.unlocked(packages, name, v))
                .toList();
        if (free.isEmpty()) {
            out.append(
                            all.isEmpty()
                                    ? "No match for argument: "
                                    : "All matches were filtered out by exclude filtering for argument: ")
                    .append(word)
                    .append('\n');
            return false;
        }
        String version = free.getLast();
        if (packages.versions(name).contains(version)) {
            out.append("Package " + DnfSpec.nevra(name, version) + " is already installed.\n");
        } else {
            changes.add(DnfChange.of(packages, name, version));
        }
        return true;
    }

    private static Answer upgrade(SimulatedNode node, DnfOptions options) {
        StringBuilder out = new StringBuilder();
        waitForLock(node, out);
        Optional<Answer> gone = withoutMetadata(node, options, out);
        if (gone.isPresent()) {
            return gone.get();
        }
        PackageDatabase packages = node.packages();
        List<DnfChange> changes = new ArrayList<>();
        for (PackageEntry entry : packages.all()) {
            packages.offers(entry.name()).stream()
                    .filter(v -> !options.locksApply() || DnfSpec.unlocked(packages, entry.name(), v))
                    .filter(v -> packages.older(entry.version(), v))
                    .reduce((a, b) -> b)
                    .ifPresent(v -> changes.add(DnfChange.of(packages, entry.name(), v)));
        }
        return proceed(node, options, changes, out);
    }

    static Answer proceed(SimulatedNode node, DnfOptions options, List<DnfChange> changes, StringBuilder out) {
        if (changes.isEmpty()) {
            return Answer.of(out.append("Dependencies resolved.\nNothing to do.\nComplete!\n")
                    .toString());
        }
        out.append(new DnfTable(changes).text());
        if (options.no() || !options.yes()) {
            out.append(options.no() ? "" : "Is this ok [y/N]: ");
            return Answer.of(out.toString(), "Operation aborted.\n", 1);
        }
        return new DnfTransaction(node, changes, out.toString()).run();
    }

    /** Keeps the newest of each package that is there twice, puts it in place again, and takes the others away. */
    private static Answer removeDuplicates(SimulatedNode node, DnfOptions options) {
        PackageDatabase packages = node.packages();
        StringBuilder out = new StringBuilder();
        waitForLock(node, out);
        Optional<Answer> gone = withoutMetadata(node, options, out);
        if (gone.isPresent()) {
            return gone.get();
        }
        List<DnfChange> changes = new ArrayList<>();
        for (PackageEntry entry : packages.broken()) {
            if (packages.doubled(entry.name())) {
                List<String> versions = packages.versions(entry.name());
                changes.add(
                        new DnfChange(entry.name(), versions.getFirst(), versions.getLast(), DnfChange.Kind.REINSTALL));
            }
        }
        if (changes.isEmpty()) {
            return Answer.of(out.toString(), "Error: No duplicated packages found for removal.\n", 1);
        }
        Answer done = proceed(node, options, changes, out);
        if (done.exit() == 0) {
            changes.forEach(change -> packages.versions(change.name()).stream()
                    .filter(v -> !v.equals(change.to()))
                    .forEach(v -> packages.clean(change.name(), v)));
        }
        return done;
    }

    /** Says nothing if nothing is wrong. */
    private static Answer check(SimulatedNode node) {
        PackageDatabase packages = node.packages();
        TreeSet<String> problems = new TreeSet<>();
        for (PackageEntry entry : packages.all()) {
            if (packages.doubled(entry.name())) {
                List<String> versions = packages.versions(entry.name());
                versions.subList(1, versions.size())
                        .forEach(v -> problems.add(DnfSpec.nevra(entry.name(), versions.getFirst())
                                + " is a duplicate with " + DnfSpec.nevra(entry.name(), v) + "\n"));
            }
        }
        return problems.isEmpty()
                ? Answer.of("")
                : Answer.of(
                        String.join("", problems), "Error: Check discovered " + problems.size() + " problem(s)\n", 1);
    }
}
