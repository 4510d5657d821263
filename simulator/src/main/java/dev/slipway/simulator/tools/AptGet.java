package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays apt-get, with the refusals, texts and exit statuses of the real one. */
final class AptGet implements Tool {
    static final int ERROR = 100;
    private static final String READING =
            "Reading package lists...\nBuilding dependency tree...\nReading state information...\n";

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        AptOptions options = AptOptions.of(words);
        return switch (options.command()) {
            case "update" -> update(node, options);
            case "check" -> unlessLocked(node, options).orElseGet(() -> Answer.of(READING));
            case "clean", "autoclean" -> Answer.of("");
            case "install", "reinstall" -> install(node, options);
            case "remove", "purge" ->
                unlessLocked(node, options)
                        .filter(a -> !options.simulate())
                        .orElseGet(() -> new AptRemoval(node, options).run());
            case "upgrade", "dist-upgrade", "full-upgrade" -> upgrade(node, options);
            default -> Answer.failed(ERROR, "E: Invalid operation " + options.command() + "\n");
        };
    }

    private static Answer update(SimulatedNode node, AptOptions options) {
        node.clock().spend(Duration.ofSeconds(8));
        if (!node.packages().mirrorGone()) {
            node.packages().listsPresent(true);
            return Answer.of("Hit:1 http://mirror.example/ubuntu noble InRelease\nReading package lists...\n");
        }
        boolean any = options.settings().contains("APT::Update::Error-Mode=any");
        String text = ": Failed to fetch http://mirror.example/ubuntu/dists/noble/InRelease  "
                + "Could not connect to mirror.example:80.\n";
        return any
                ? Answer.of("Err:1 http://mirror.example/ubuntu noble InRelease\n", "E" + text, ERROR)
                : Answer.of(
                        "Err:1 http://mirror.example/ubuntu noble InRelease\nReading package lists...\n",
                        "W" + text,
                        0);
    }

    /** Returns what blocks any transaction: a lock of another process, or an interrupted dpkg. */
    private static Optional<Answer> unlessLocked(SimulatedNode node, AptOptions options) {
        Optional<Lock> lock = node.packages().lock(node.clock().now());
        String waited = "";
        if (lock.isPresent() && options.lockTimeout().isPositive()) {
            waited = "Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process "
                    + lock.get().pid() + " (" + lock.get().process() + ")...\n";
            lock = waitForLock(node, options.lockTimeout());
        }
        if (lock.isPresent()) {
            return Optional.of(Answer.of(
                    waited,
                    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process "
                            + lock.get().pid() + " (" + lock.get().process() + ")\n"
                            + "N: Be aware that removing the lock file is not a solution and may break your system.\n"
                            + "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), "
                            + "is another process using it?\n",
                    ERROR));
        }
        if (node.packages().interrupted()) {
            return Optional.of(Answer.failed(
                    ERROR,
                    "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem. \n"));
        }
        return Optional.empty();
    }

    private static Optional<Lock> waitForLock(SimulatedNode node, Duration timeout) {
        for (long waited = 0; waited < timeout.toSeconds(); waited++) {
            node.clock().spend(Duration.ofSeconds(1));
            if (node.packages().lock(node.clock().now()).isEmpty()) {
                return Optional.empty();
            }
        }
        return node.packages().lock(node.clock().now());
    }

    private static Answer install(SimulatedNode node, AptOptions options) {
        if (!options.simulate()) {
            Optional<Answer> stopped = unlessLocked(node, options);
            if (stopped.isPresent()) {
                return stopped.get();
            }
        }
        List<PackageEntry> changes = new ArrayList<>();
        StringBuilder out = new StringBuilder(READING);
        for (String target : options.targets()) {
            String name = target.contains("=") ? target.substring(0, target.indexOf('=')) : target;
            List<String> offers = node.packages().offers(name);
            String wanted = target.contains("=")
                    ? target.substring(target.indexOf('=') + 1)
                    : offers.isEmpty() ? node.packages().version(name) : offers.getLast();
            Optional<Answer> missing = missing(node, name, wanted);
            if (missing.isPresent()) {
                return missing.get();
            }
            boolean same = node.packages().version(name).equals(wanted);
            if (same && !options.reinstall()) {
                out.append(name)
                        .append(" is already the newest version (")
                        .append(wanted)
                        .append(").\n");
            } else {
                changes.add(new PackageEntry(name, wanted, PackageEntry.INSTALLED, isHeld(node, name)));
            }
        }
        return new AptTransaction(node, options).run(out.toString(), changes);
    }

    private static Optional<Answer> missing(SimulatedNode node, String name, String wanted) {
        boolean installed = node.packages().version(name).equals(wanted) && !wanted.isEmpty();
        if (installed || node.packages().offers(name).contains(wanted)) {
            return Optional.empty();
        }
        boolean known = node.packages().find(name).isPresent()
                || !node.packages().offers(name).isEmpty();
        return Optional.of(Answer.of(
                READING,
                known
                        ? "E: Version '" + wanted + "' for '" + name + "' was not found\n"
                        : "E: Unable to locate package " + name + "\n",
                ERROR));
    }

    private static Answer upgrade(SimulatedNode node, AptOptions options) {
        Optional<Answer> stopped = unlessLocked(node, options);
        if (stopped.isPresent() && !options.simulate()) {
            return stopped.get();
        }
        List<PackageEntry> changes = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (PackageEntry entry : node.packages().all()) {
            List<String> offers = node.packages().offers(entry.name());
            if (offers.isEmpty() || !node.packages().older(entry.version(), offers.getLast())) {
                continue;
            }
            if (entry.held()) {
                kept.add(entry.name());
            } else {
                changes.add(new PackageEntry(entry.name(), offers.getLast(), PackageEntry.INSTALLED, false));
            }
        }
        String out = READING + "Calculating upgrade...\n"
                + (kept.isEmpty() ? "" : "The following packages have been kept back:\n" + listed(kept));
        return new AptTransaction(node, options).run(out, changes);
    }

    static String listed(List<String> names) {
        return names.stream().collect(Collectors.joining(" ", "  ", "\n"));
    }

    private static boolean isHeld(SimulatedNode node, String name) {
        return node.packages().find(name).filter(PackageEntry::held).isPresent();
    }
}
