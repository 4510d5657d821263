package dev.slipway.starter.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Chromium without a window. Where there is none the tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names
 * browser: then they fail.
 */
public final class Browser implements ExecutionCondition {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int SECONDS = 60;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean required = Arrays.asList(
                        System.getenv().getOrDefault("SLIPWAY_REQUIRE", "").split("[, ]", -1))
                .contains("browser");
        return required || binary().isPresent()
                ? ConditionEvaluationResult.enabled("a browser is here, or required")
                : ConditionEvaluationResult.disabled("tier browser is absent: run lab/install browser");
    }

    /** The page as the browser has understood it, its tree written out again. */
    static String dom(String url, Path profile) throws IOException, InterruptedException {
        Path errors = profile.resolve("errors");
        Process process = new ProcessBuilder(
                        binary().orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + profile.resolve("profile"),
                        "--dump-dom",
                        url)
                .redirectError(errors.toFile())
                .start();
        try {
            String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("the browser failed: " + Files.readString(errors));
            }
            return dom;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<Path> binary() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
