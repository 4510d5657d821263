package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The real control plane of the lab: {@code SLIPWAY_KUBERNETES} names its folder, as {@code lab/kubernetes up} left it.
 * Where there is none the tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names kubernetes: then they fail.
 */
final class ControlPlane implements ExecutionCondition {

    /** How a command ended, and what it said on both streams. */
    record Said(int status, String text) {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = variable("SLIPWAY_REQUIRE")
                .filter(tiers -> Arrays.asList(tiers.split("[, ]+")).contains("kubernetes"))
                .isPresent();
        return required || variable("SLIPWAY_KUBERNETES").isPresent()
                ? ConditionEvaluationResult.enabled("a control plane is here, or required")
                : ConditionEvaluationResult.disabled("tier kubernetes is absent: run lab/install kubernetes, then"
                        + " lab/kubernetes up DIR, and name DIR in SLIPWAY_KUBERNETES");
    }

    static Path folder() {
        return Path.of(variable("SLIPWAY_KUBERNETES")
                .orElseThrow(() -> new IllegalStateException("SLIPWAY_KUBERNETES names no control plane")));
    }

    /** The account that flow control treats like any other. */
    static File kubeconfig() {
        return folder().resolve("user.kubeconfig").toFile();
    }

    static Config config() {
        return Config.fromKubeconfig(kubeconfig());
    }

    /** Runs the kubectl of the server's version to its end. */
    static Said kubectl(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                folder().resolve("kube").toString(),
                "kubectl",
                "--kubeconfig",
                kubeconfig().getPath()));
        words.addAll(List.of(arguments));
        return run(words);
    }

    /** {@code kill} or {@code start} one part of the control plane. */
    static void lab(String verb, String part) {
        Path script = Path.of("../lab/kubernetes").toAbsolutePath().normalize();
        Said said = run(List.of(script.toString(), verb, folder().toString(), part));
        if (said.status() != 0) {
            throw new IllegalStateException("lab/kubernetes " + verb + " " + part + ": " + said.text());
        }
    }

    private static Said run(List<String> words) {
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
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
