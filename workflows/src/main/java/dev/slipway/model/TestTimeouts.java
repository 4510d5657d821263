package dev.slipway.model;

import java.time.Duration;

/**
 * Limits how long a test may take, from its own start on the node; a test that takes longer is ended, and has failed.
 * {@code diag1} to {@code diag4} are of the levels of {@code dcgmi diag}. {@code diag4} also applies to level 3 on a
 * node with NVIDIA's extended utility diagnostics, which DCGM then runs as a part of it.
 *
 * @see <a href="https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html">DCGM Diagnostics:
 *     level 1 takes seconds, 2 about two minutes, 3 less than half an hour, 4 one to two hours</a>
 * @see <a href="https://docs.nvidia.com/datacenter/dcgm/latest/reference/diagnostics/plugins/eud.html">EUD plugin</a>
 */
public record TestTimeouts(
        Duration diag1, Duration diag2, Duration diag3, Duration diag4, Duration nccl, Duration ncclPair) {

    /** Limits the hours that a baseline may give to any test: the activity that waits for it takes longer. */
    public static final int LONGEST_HOURS = 5;

    public static final Duration LONGEST = Duration.ofHours(LONGEST_HOURS);

    /** Limits the minutes that a baseline may give to a test of two nodes, to the time of a partner's lease. */
    public static final int LONGEST_PAIR_MINUTES = 30;

    public static final Duration LONGEST_PAIR = Duration.ofMinutes(LONGEST_PAIR_MINUTES);

    /** Is a multiple of NVIDIA's times for 8 GPUs: a test that takes longer hangs. */
    public static final TestTimeouts NORMAL = new TestTimeouts(
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(45),
            LONGEST,
            Duration.ofMinutes(15),
            Duration.ofMinutes(20));

    /** Returns the timeout of {@code dcgmi diag -r level}. */
    public Duration diag(int level) {
        return switch (level) {
            case 1 -> diag1;
            case 2 -> diag2;
            case 3 -> diag3;
            case 4 -> diag4;
            default -> throw new IllegalArgumentException("dcgmi diag has no level " + level);
        };
    }
}
