package dev.slipway.activities.slurm;

import dev.slipway.config.PolicyConfig;
import dev.slipway.model.FailureType;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Describes one node in its Slurm cluster: the way to the commands, its name in Slurm, and how long its reboot may
 * take.
 */
public record SlurmSite(SlurmCommands commands, String node, Duration longestReboot) {
    private static final Pattern ONE_NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** Creates a node whose reboot may take as long as any policy allows. */
    public SlurmSite(SlurmCommands commands, String node) {
        this(commands, node, PolicyConfig.LONGEST_REBOOT);
    }

    /** Refuses what Slurm would read as more than one node: a list, a range, and its word for all of them. */
    public SlurmSite {
        if (!ONE_NODE.matcher(node).matches() || node.toLowerCase(Locale.ROOT).equals("all")) {
            throw FailureType.GATE_CLOSED.of("'" + node + "' is not the name of one node of Slurm");
        }
    }
}
