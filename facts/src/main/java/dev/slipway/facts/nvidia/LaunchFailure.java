package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a test did not begin: its program, a library of it, or what starts it on another node is not there, or is another
 * one than the test was built for. It says nothing of GPUs and network.
 *
 * @see <a href="https://docs.open-mpi.org/en/main/launching-apps/index.html">Open MPI: launching applications</a>
 */
public final class LaunchFailure {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final Pattern SHELL = Pattern.compile(
            "[^\\n]*(: (command )?not found|: No such file or directory|: Permission denied|Exec format error)[^\\n]*");
    private static final Pattern LIBRARY = Pattern.compile("error while loading shared libraries: [^\\n]{1,160}");
    private static final Pattern OTHER_MPI =
            Pattern.compile("unrecogni[sz]ed (?:argument|option) '?-{0,2}allow-run-as-root[^\\n]*");
    private static final Pattern LAUNCHER = Pattern.compile("(?:mpirun|prterun|mpiexec) was unable to "
            + "(?:find the specified executable file|launch the specified application)[^\\n]*"
            + "|(?:ORTE|PRTE) was unable to reliably start one or more daemons[^\\n]*"
            + "|There are not enough slots available in the system[^\\n]*");
    private static final Pattern ALL_FIRST = Pattern.compile("all are rank 0");

    private LaunchFailure() {}

    /** Pure. Empty where the test began, and where it is not known that it did not. {@code reasons}: what it was judged by. */
    public static Optional<String> of(String output, int exit, Iterable<String> reasons) {
        for (String reason : reasons) {
            if (ALL_FIRST.matcher(reason).find()) {
                return Optional.of(reason + ": mpirun is not of the MPI that the test was built with");
            }
        }
        if (exit == 0) {
            return Optional.empty();
        }
        Optional<String> shell = exit == NOT_FOUND || exit == NOT_EXECUTABLE ? found(SHELL, output) : Optional.empty();
        return in(output).or(() -> shell);
    }

    /** What in this text says by itself, whatever the exit status, that nothing was launched; empty where nothing does. */
    static Optional<String> in(String output) {
        return found(LIBRARY, output)
                .or(() -> found(OTHER_MPI, output).map(said -> "mpirun is not Open MPI, it says: " + said))
                .or(() -> found(LAUNCHER, output));
    }

    private static Optional<String> found(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        return matcher.find() ? Optional.of(Text.shorten(matcher.group().strip(), 160)) : Optional.empty();
    }
}
