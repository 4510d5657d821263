package dev.slipway.activities.kubernetes;

import io.fabric8.kubernetes.client.Config;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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

    static Said kubectl(String... arguments) {
        return kubectl(30, line -> {}, arguments);
    }

    /** Runs the kubectl of the server's version to its end, which comes with status 124 when {@code seconds} are over. */
    static Said kubectl(int seconds, Consumer<String> heard, String... arguments) {
        String binary = folder().resolve("kube").toString();
        List<String> words =
                new ArrayList<>(List.of("timeout", Integer.toString(seconds), binary, "kubectl", "--kubeconfig"));
        words.add(kubeconfig().getPath());
        words.addAll(List.of(arguments));
        return run(words, heard);
    }

    /** Waits until the API server takes requests. */
    static void ready() {
        Pauses.until("the API server is ready", ControlPlane::answers);
    }

    /**
     * The API server crashes and is started again. One that comes too late to its first work on a busy machine ends
     * itself, so it is started until it takes requests, as a kubelet does.
     */
    static void restarted() {
        lab("kill", "apiserver");
        Pauses.until("the API server is ready again", () -> {
            lab("start", "apiserver");
            return answers();
        });
    }

    private static boolean answers() {
        return kubectl("get", "--raw", "/readyz").status() == 0;
    }

    /** {@code kill} or {@code start} one part of the control plane. */
    static void lab(String verb, String part) {
        Path script = Path.of("../lab/kubernetes").toAbsolutePath().normalize();
        Said said = run(List.of(script.toString(), verb, folder().toString(), part), line -> {});
        if (said.status() != 0) {
            throw new IllegalStateException("lab/kubernetes " + verb + " " + part + ": " + said.text());
        }
    }

    private static Said run(List<String> words, Consumer<String> heard) {
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            StringBuilder text = new StringBuilder();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().peek(heard).forEach(line -> text.append(line).append('\n'));
            }
            return new Said(process.waitFor(), text.toString());
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
