package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.CommandKilled;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays dpkg and dpkg-query. */
final class Dpkg {
    private static final long DPKG_PID = 20901;
    private static final int FAILURE = 2;

    private Dpkg() {}

    static Answer dpkg(SimulatedNode node, List<String> words) {
        if (words.contains("--audit") || words.contains("-C")) {
            return Answer.of(audit(node));
        }
        if (words.contains("--configure")) {
            return configure(node);
        }
        if (words.contains("--print-architecture")) {
            return Answer.of("amd64\n");
        }
        return Answer.failed(FAILURE, "dpkg: error: need an action option\n");
    }

    private static String audit(SimulatedNode node) {
        StringBuilder text = new StringBuilder();
        String half = named(node, PackageEntry.HALF_CONFIGURED);
        String unpacked = named(node, PackageEntry.UNPACKED);
        if (!unpacked.isEmpty()) {
            text.append("The following packages have been unpacked but not yet configured.\n");
            text.append("They must be configured using dpkg --configure or the configure\n");
            text.append("menu option in dselect for them to work:\n")
                    .append(unpacked)
                    .append('\n');
        }
        if (!half.isEmpty()) {
            text.append("The following packages are only half configured, probably due to problems\n");
            text.append("configuring them the first time.  The configuration should be retried using\n");
            text.append("dpkg --configure <package> or the configure menu option in dselect:\n");
            text.append(half).append('\n');
        }
        return text.toString();
    }

    private static String named(SimulatedNode node, String status) {
        return node.packages().broken().stream()
                .filter(b -> b.status().equals(status))
                .map(b -> String.format(" %-20s %s\n", b.name(), "package of the GPU stack"))
                .collect(Collectors.joining());
    }

    private static Answer configure(SimulatedNode node) {
        Optional<Lock> lock = node.packages().lock(node.clock().now());
        if (lock.isPresent()) {
            return Answer.failed(
                    FAILURE,
                    "dpkg: error: dpkg frontend lock was locked by another process with pid "
                            + lock.get().pid()
                            + "\nNote: removing the lock file is always wrong, and can end up damaging the\n"
                            + "locked area and the entire system. See <https://wiki.debian.org/Teams/Dpkg/FAQ>.\n");
        }
        if (node.packages().broken().isEmpty()) {
            node.packages().interrupted(false);
            return Answer.of("");
        }
        node.packages().lockedBy(new Lock(DPKG_PID, "dpkg", Instant.MAX));
        try {
            node.note(NodeEvent.Kind.TRANSACTION, "dpkg --configure -a");
            return new AptTransaction.Configuration(node).run(new StringBuilder(), 1);
        } catch (CommandKilled e) {
            node.packages().interrupted(true);
            throw e;
        } finally {
            node.packages().unlock();
        }
    }

    /** Plays {@code dpkg-query -W -f FORMAT [NAME…]}. */
    static Answer query(SimulatedNode node, List<String> words) {
        String format = "${Package}\t${Version}\n";
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        List<String> names = new java.util.ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-f") && i + 1 < words.size()) {
                format = words.get(++i);
            } else if (word.startsWith("-f=") || word.startsWith("--showformat=")) {
                format = word.substring(word.indexOf('=') + 1);
            } else if (word.startsWith("-f") && word.length() > 2) {
                format = word.substring(2);
            } else if (!word.startsWith("-")) {
                names.add(word);
            }
        }
        List<PackageEntry> found = names.isEmpty() ? node.packages().all() : new java.util.ArrayList<>();
        for (String name : names) {
            node.packages()
                    .find(name)
                    .ifPresentOrElse(
                            found::add,
                            () -> err.append("dpkg-query: no packages found matching ")
                                    .append(name)
                                    .append('\n'));
        }
        for (PackageEntry entry : found) {
            out.append(formatted(format, entry));
        }
        return Answer.of(out.toString(), err.toString(), err.isEmpty() ? 0 : 1);
    }

    private static String formatted(String format, PackageEntry entry) {
        String want = entry.held() ? "hold" : "install";
        String letter = entry.configured() ? "i" : entry.status().equals(PackageEntry.UNPACKED) ? "U" : "F";
        return format.replace("\\t", "\t")
                .replace("\\n", "\n")
                .replace("${Package}", entry.name())
                .replace("${binary:Package}", entry.name())
                .replace("${Version}", entry.version())
                .replace("${Architecture}", "amd64")
                .replace("${db:Status-Abbrev}", (entry.held() ? "h" : "i") + letter + " ")
                .replace("${db:Status-Status}", entry.status())
                .replace("${Status}", want + " ok " + entry.status());
    }
}
