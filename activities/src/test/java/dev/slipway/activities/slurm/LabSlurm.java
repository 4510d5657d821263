package dev.slipway.activities.slurm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The real slurmctld of the lab: {@code SLIPWAY_SLURM} names its folder, as {@code lab/slurm up} left it. Where there is
 * none the tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names slurm: then they fail.
 */
final class LabSlurm implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = variable("SLIPWAY_REQUIRE")
                .filter(tiers -> Arrays.asList(tiers.split("[, ]+")).contains("slurm"))
                .isPresent();
        return required || variable("SLIPWAY_SLURM").isPresent()
                ? ConditionEvaluationResult.enabled("a slurmctld is here, or required")
                : ConditionEvaluationResult.disabled("tier slurm is absent: run lab/install slurm, then"
                        + " lab/slurm up DIR, and name DIR in SLIPWAY_SLURM");
    }

    static Path folder() {
        return Path.of(variable("SLIPWAY_SLURM")
                .orElseThrow(() -> new IllegalStateException("SLIPWAY_SLURM names no slurmctld")));
    }

    /** Runs {@code lab/slurm VERB} on one part, or with one setting. */
    static void lab(String verb, String part) {
        Path script = Path.of("../lab/slurm").toAbsolutePath().normalize();
        List<String> words = List.of(script.toString(), verb, folder().toString(), part);
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(folder().resolve("log/lab").toFile())
                    .start();
            if (process.waitFor() != 0) {
                String said = Files.readString(folder().resolve("log/lab"), StandardCharsets.UTF_8);
                throw new IllegalStateException(words + ": " + said);
            }
        } catch (IOException e) {
            throw new IllegalStateException("Could not run " + words, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + words, e);
        }
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }
}
