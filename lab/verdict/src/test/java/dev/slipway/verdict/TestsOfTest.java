package dev.slipway.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tests_of} of lab/parts.sh leaves a failed test to the verdict, and nothing else that fails. */
class TestsOfTest {
    private static final String FAILED = "printf '1\\ta\\tb\\tc\\td\\tFAILED\\t1\\n' >\"$SLIPWAY_VERDICTS/1.tsv\"; ";
    private static final String PASSED = "printf '1\\ta\\tb\\tc\\td\\tPASSED\\t1\\n' >\"$SLIPWAY_VERDICTS/1.tsv\"; ";

    @TempDir
    Path folder;

    /** Runs it with this in place of JUnit's launcher; {@code judged}: a verdict follows. */
    private int exit(String launcher, boolean judged) throws IOException, InterruptedException {
        Path lab = Path.of(System.getProperty("basedir", ".")).resolve("..").toAbsolutePath();
        String script = "set -euo pipefail; lab=$1 root=$1/.. excluded=; . \"$1/parts.sh\"; " + "junit() { " + launcher
                + " }; tests_of any";
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script, "bash", lab.toString());
        builder.environment().remove("SLIPWAY_VERDICTS");
        if (judged) {
            builder.environment().put("SLIPWAY_VERDICTS", folder.toString());
        }
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "said"))
                .start();
        return process.waitFor();
    }

    @Test
    void leavesATestThatFailedToTheVerdict() throws Exception {
        assertThat(exit("return 0;", true)).isZero();
        assertThat(exit(FAILED + "return 1;", true)).isZero();
        try (Stream<Path> written = Files.walk(folder)) {
            assertThat(written.filter(file -> file.endsWith("1.tsv"))).hasSize(1);
        }
    }

    @Test
    void failsWhereNoLineOfATestSaysWhy() throws Exception {
        assertThat(exit(PASSED + "return 1;", true)).isNotZero();
        assertThat(exit("return 1;", true)).as("no test ran").isNotZero();
        assertThat(exit(FAILED + "return 134;", true)).as("the process died").isNotZero();
    }

    @Test
    void failsWhereNoVerdictFollows() throws Exception {
        assertThat(exit("return 1;", false)).isNotZero();
    }
}
