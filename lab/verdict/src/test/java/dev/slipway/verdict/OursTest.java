package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ours} of lab/parts.sh tells a process of the lab from another one that has got its number since. */
class OursTest {
    @TempDir
    Path folder;

    private static final String SLEEPER = "sleep 600 & trap \"kill $!\" EXIT; ";

    /** Returns the exit status of this, with the functions of lab/parts.sh. */
    private static int exit(String script, String... words) throws IOException, InterruptedException {
        Path lab = Path.of(System.getProperty("basedir", ".")).resolve("..").toAbsolutePath();
        List<String> command = new ArrayList<>(List.of(
                "bash", "-c", "set -euo pipefail; . \"$1/parts.sh\"; shift; " + script, "bash", lab.toString()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    @Test
    void aProcessIsKnownByItsArguments() throws Exception {
        assertThat(exit(SLEEPER + "ours $! 'of no process' 'sleep 600 '")).isZero();
        assertThat(exit(SLEEPER + "ours $! 'sleep 60 '")).isNotZero();
    }

    @Test
    void aNumberThatNoProcessBearsIsNone() throws Exception {
        assertThat(exit("sleep 0 & wait $!; ours $! sleep")).isNotZero();
        assertThat(exit("ours '' sleep")).isNotZero();
    }

    @Test
    void aFileThatIsNotThereOrEmptyNamesNone() throws Exception {
        assertThat(exit("ours_in /dev/null sleep")).isNotZero();
        assertThat(exit("ours_in /nowhere sleep")).isNotZero();
        assertThat(exit(
                        SLEEPER + "echo $! >\"$1\"; ours_in \"$1\" 'sleep 600 '",
                        folder.resolve("pid").toString()))
                .isZero();
    }

    /** As the kernel shows it between the end of one program and the begin of the next. */
    @Test
    void aProcessThatIsBecomingAnotherProgramIsWaitedFor() throws Exception {
        String becoming =
                "looks=$1; tr() { echo >>\"$looks\"; [ \"$(wc -l <\"$looks\")\" -lt 3 ] || command tr \"$@\"; }; ";

        assertThat(exit(
                        SLEEPER + becoming + "ours $! 'sleep 600 '",
                        folder.resolve("looks").toString()))
                .isZero();
    }
}
