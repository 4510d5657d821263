package dev.slipway.facts.schedulers;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parses a node's state as Slurm writes it: words joined by a plus, each with signs after it or none, as {@code
 * DOWN*+DRAIN}. {@code words} are in capitals and without their signs; {@code signs} are those of all of them.
 *
 * @see <a href="https://slurm.schedmd.com/sinfo.html#SECTION_NODE-STATE-CODES">sinfo: node state codes</a>
 */
public record SlurmState(Set<String> words, String signs) {
    /** Lists the words that sinfo(1) explains with jobs on the node. */
    public static final Set<String> BUSY =
            Set.of("ALLOCATED", "ALLOC", "MIXED", "MIX", "COMPLETING", "COMP", "DRAINING", "DRNG", "FAILING", "FAILG");

    /** Returns the state in this text; no words if it holds none. */
    public static SlurmState of(String printed) {
        Set<String> words = new TreeSet<>();
        StringBuilder signs = new StringBuilder();
        for (String word : printed.strip().toUpperCase(Locale.ROOT).split("[+\\s]+")) {
            String plain = word.replaceAll("[^A-Z_].*$", "");
            signs.append(word.substring(plain.length()));
            if (!plain.isEmpty()) {
                words.add(plain);
            }
        }
        return new SlurmState(Set.copyOf(words), signs.toString());
    }

    /** Returns whether its slurmd does not answer, by the sign or by the word. */
    public boolean notResponding() {
        return signs.contains("*") || words.contains("NOT_RESPONDING");
    }

    /** Returns whether it is in a reservation for maintenance. */
    boolean maintenance() {
        return signs.contains("$") || words.contains("MAINTENANCE") || words.contains("MAINT");
    }

    /** Returns whether a reboot through Slurm was begun. */
    public boolean rebootIssued() {
        return words.contains("REBOOT_ISSUED") || signs.contains("^") || words.equals(Set.of("BOOT"));
    }

    /** Returns whether a reboot through Slurm is to come. */
    public boolean rebootRequested() {
        return signs.contains("@")
                || words.contains("REBOOT_REQUESTED")
                || (words.contains("REBOOT") && !signs.contains("^"));
    }
}
