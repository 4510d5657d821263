package dev.slipway.activities.slurm;

import java.time.Duration;
import java.util.List;

/** Runs a command of Slurm where it is installed: on the worker, or on a login host. */
@FunctionalInterface
public interface SlurmCommands {
    /** Names the part of a site that is away when the commands get no answer. */
    String PART = "slurmctld";

    /**
     * Runs {@code words}, each of which reaches the program unchanged. Returns the answer for any exit status. Fails
     * with PART_AWAY if there was none within {@code limit}, and with GATE_CLOSED if the program is missing.
     */
    Answer run(List<String> words, Duration limit);

    /** Holds the answer of a command, to its end; {@code whole} is false if there was more than was read. */
    record Answer(int exit, String out, String err, boolean whole) {}
}
