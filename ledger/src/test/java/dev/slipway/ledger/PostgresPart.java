package dev.slipway.ledger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real PostgreSQL: the one that {@code SLIPWAY_POSTGRES_URL} names, else one that the lab starts for these tests. Where
 * neither is there the tests are counted as skipped, unless {@code SLIPWAY_REQUIRE} names postgres: then they fail.
 */
final class PostgresPart implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {
    private static Optional<Path> place = Optional.empty();
    private static String url = "";

    /** A URL of an empty database of its own. */
    static String freshDatabase() throws SQLException {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.createStatement().execute("create database " + name);
        }
        return url.replaceFirst("/slipway\\b", "/" + name);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (given().isPresent() || required() || installed()) {
            return ConditionEvaluationResult.enabled("PostgreSQL is here, or required");
        }
        return ConditionEvaluationResult.disabled("tier postgres is absent: run lab/install postgres");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        if (given().isPresent()) {
            url = given().get();
            return;
        }
        Path scratch = Files.createTempDirectory("slipway-postgres");
        place = Optional.of(scratch);
        url = lab("up", scratch);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        if (place.isPresent()) {
            lab("down", place.get());
            place = Optional.empty();
        }
    }

    private static Optional<String> given() {
        return Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).filter(u -> !u.isBlank());
    }

    private static boolean required() {
        String names = Optional.ofNullable(System.getenv("SLIPWAY_REQUIRE")).orElse("");
        return Arrays.asList(names.split("[, ]")).contains("postgres");
    }

    private static boolean installed() {
        try (Stream<Path> versions = Files.isDirectory(Path.of("/usr/lib/postgresql"))
                ? Files.list(Path.of("/usr/lib/postgresql"))
                : Stream.of(Path.of("/usr/local/pgsql"))) {
            return versions.anyMatch(v -> Files.isExecutable(v.resolve("bin/initdb")));
        } catch (IOException e) {
            throw new IllegalStateException("The directory of PostgreSQL's versions cannot be read.", e);
        }
    }

    /** What {@code lab/postgres} answers. */
    static String lab(String verb, Path scratch) throws IOException, InterruptedException {
        Path script = Path.of("../lab/postgres").toAbsolutePath().normalize();
        Path errors = scratch.resolve("errors");
        Process process = new ProcessBuilder(List.of(script.toString(), verb, scratch.toString()))
                .redirectError(errors.toFile())
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("lab/postgres " + verb + " failed: "
                    + Files.readString(errors).strip());
        }
        return answer;
    }
}
