package dev.slipway.facts.nvidia.nccl;

import dev.slipway.facts.Text;
import dev.slipway.facts.tool.ErrorLines;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains why a test did not begin: its program, a library of it, or its launcher on another node is missing, or is
 * another one than the test was built for. It proves nothing about GPUs and network.
 *
 * @see <a href="https://docs.open-mpi.org/en/main/launching-apps/index.html">Open MPI: launching applications</a>
 */
public final class LaunchFailure {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final Pattern OTHER_MPI =
            Pattern.compile("unrecogni[sz]ed (?:argument|option) '?-{0,2}allow-run-as-root[^\\n]*");
    private static final Pattern ALL_FIRST = Pattern.compile("all are rank 0");

    private LaunchFailure() {}

    /**
     * Returns empty if the test began, and if it is not known that it did not. It is pure. {@code reasons}: what it was
     * judged by.
     */
    public static Optional<String> of(String output, int exit, Iterable<String> reasons) {
        for (String reason : reasons) {
            if (ALL_FIRST.matcher(reason).find()) {
                return Optional.of(reason + ": mpirun is not of the MPI that the test was built with");
            }
        }
        if (exit == 0) {
            return Optional.empty();
        }
        Optional<String> shell =
                exit == NOT_FOUND || exit == NOT_EXECUTABLE ? ErrorLines.notBegun(output) : Optional.empty();
        return in(output).or(() -> shell);
    }

    /** Returns what in this text shows, for any exit status, that nothing was launched; empty if nothing does. */
    static Optional<String> in(String output) {
        Matcher other = OTHER_MPI.matcher(output);
        return other.find()
                ? Optional.of("mpirun is not Open MPI, it prints: "
                        + Text.shorten(other.group().strip(), 160))
                : ErrorLines.notLaunched(output);
    }
}
