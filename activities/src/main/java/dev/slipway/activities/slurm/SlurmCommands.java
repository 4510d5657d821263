package dev.slipway.activities.slurm;

import java.time.Duration;
import java.util.List;

/** The way to run a command of Slurm where it is installed: on the worker, or on a login host. */
@FunctionalInterface
public interface SlurmCommands {
    /** The part of a site that is away when the commands get no answer. */
    String PART = "slurmctld";

    /**
     * Runs {@code words}, each of which reaches the program unchanged. Whatever the exit status, the answer comes back.
     * Fails with PART_AWAY when there was none within {@code limit}, and with GATE_CLOSED when the program is not
     * there.
     */
    Said run(List<String> words, Duration limit);

    /** What a command answered, to its end; {@code whole} is false where there was more than was kept. */
    record Said(int exit, String out, String err, boolean whole) {}
}
