package dev.slipway.activities.slurm;

import dev.slipway.model.Durations;
import dev.slipway.model.facts.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds slurmctld's settings, as far as they state what it does by itself to a node that is drained and boots. A
 * setting that the answer does not name, or not as Slurm writes it, is unknown.
 */
record SlurmSettings(Map<String, String> values) {
    private static final String NOTHING = "(null)";
    private static final String RETURN = "ReturnToService";
    /** Lists the values under which a drained node was seen to stay drained over a boot. */
    private static final Set<String> SEEN = Set.of("0", "1", "2");

    private static final Pattern SECONDS = Pattern.compile("(\\d{1,9})( sec)?");
    private static final Set<String> FOR_EVER = Set.of("INFINITE", "UNLIMITED", "NONE", "N/A", "(NULL)");

    SlurmSettings {
        values = Map.copyOf(values);
    }

    String text(String key) {
        return values.getOrDefault(key, NOTHING);
    }

    boolean powerSaving() {
        return !text("SuspendProgram").equals(NOTHING);
    }

    /** Returns how long Slurm waits; empty if it waits for ever, which a time of nothing means too. */
    Reading<Optional<Duration>> time(String key) {
        String value = values.getOrDefault(key, "");
        if (FOR_EVER.contains(value.toUpperCase(Locale.ROOT))) {
            return Reading.of(Optional.empty());
        }
        Matcher seconds = SECONDS.matcher(value);
        return seconds.matches()
                ? Reading.of(Optional.of(Duration.ofSeconds(Long.parseLong(seconds.group(1))))
                        .filter(Duration::isPositive))
                : Reading.unknown(value.isEmpty() ? key + " is not among Slurm's settings" : key + "=" + value);
    }

    /**
     * Returns what may put a drained node back by itself (I4). Only settings that are known to preserve a drain are
     * accepted.
     */
    List<String> objections() {
        String value = values.getOrDefault(RETURN, "");
        return SEEN.contains(value)
                ? List.of()
                : List.of("I4: it is not known whether Slurm puts a drained node back that boots: "
                        + (value.isEmpty() ? RETURN + " is not among its settings" : RETURN + "=" + value)
                        + "; known of 0, 1 and 2");
    }

    /** Returns what Slurm will show of a node whose reboot may take this long, for a person who looks there. */
    List<String> remarks(Duration longestReboot) {
        List<String> remarks = new ArrayList<>();
        shorter("SlurmdTimeout", longestReboot)
                .ifPresent(how -> remarks.add(how + ": Slurm calls the node DOWN meanwhile; it stays drained, and "
                        + (text(RETURN).equals("2")
                                ? "is IDLE+DRAIN again once slurmd registers"
                                : "stays DOWN until it is resumed (" + RETURN + "=" + text(RETURN)
                                        + "): at readmission, or by whoever had drained it before")));
        if (powerSaving()) {
            shorter("ResumeTimeout", longestReboot)
                    .ifPresent(how -> remarks.add(
                            how + ": that counts for nodes that Slurm wakes or reboots itself, not for ours over SSH"));
        }
        return List.copyOf(remarks);
    }

    private Optional<String> shorter(String key, Duration longestReboot) {
        Reading<Optional<Duration>> time = time(key);
        if (!time.known()) {
            return Optional.of(time.error() + ", so it may be shorter than a reboot");
        }
        return time.or(Optional.empty())
                .filter(limit -> limit.compareTo(longestReboot) < 0)
                .map(limit -> key + " of " + Durations.words(limit) + " is shorter than a reboot may take ("
                        + Durations.words(longestReboot) + ")");
    }
}
