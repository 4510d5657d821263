package dev.slipway.starter;

import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;

/**
 * A real Temporal dev server that the lab starts for the tests of one class. Where there is no {@code temporal} binary the
 * tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names temporal: then they fail.
 */
public final class DevServer implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {
    private Optional<Path> place = Optional.empty();
    private String address = "";

    /** A client of its own; the caller shuts its stubs down. */
    public WorkflowClient client() {
        return WorkflowClient.newInstance(WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(address).build()));
    }

    /** Runs Temporal's own command line against this server and returns what it printed. */
    public String temporal(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(binary().orElseThrow().toString()));
        line.addAll(List.of(words));
        line.addAll(List.of("--address", address));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", line) + " failed: " + said);
        }
        return said;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return binary().isPresent() || required()
                ? ConditionEvaluationResult.enabled("a temporal binary is here, or required")
                : ConditionEvaluationResult.disabled("tier temporal is absent: run lab/install temporal");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("slipway-temporal");
        place = Optional.of(scratch);
        address = lab("up", scratch, "--headless")
                .lines()
                .filter(line -> line.startsWith("TEMPORAL_ADDRESS="))
                .map(line -> line.substring("TEMPORAL_ADDRESS=".length()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        if (place.isPresent()) {
            lab("down", place.get());
            FileSystemUtils.deleteRecursively(place.get());
        }
    }

    private static Optional<Path> binary() {
        String lab = Optional.ofNullable(System.getenv("SLIPWAY_LAB"))
                .orElse(System.getProperty("user.home") + "/.cache/slipway/lab");
        List<Path> places = new ArrayList<>(List.of(Path.of(lab, "bin")));
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(Path::of)
                .forEach(places::add);
        return places.stream()
                .map(folder -> folder.resolve("temporal"))
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean required() {
        String names = System.getenv().getOrDefault("SLIPWAY_REQUIRE", "");
        return Arrays.asList(names.split("[, ]")).contains("temporal");
    }

    private static String lab(String verb, Path scratch, String... more) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of(Path.of("../lab/temporal").toAbsolutePath().normalize().toString(), verb, scratch.toString()));
        line.addAll(List.of(more));
        Path errors = scratch.resolve("errors");
        Process process =
                new ProcessBuilder(line).redirectError(errors.toFile()).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("lab/temporal " + verb + " failed: " + Files.readString(errors));
        }
        return answer;
    }
}
