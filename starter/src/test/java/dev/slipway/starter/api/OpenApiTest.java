package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

class OpenApiTest {
    private static final Path SNAPSHOT = Path.of("src/test/resources/openapi.yaml");
    private static final String REWRITE = "mvn -pl starter -am test -Dtest=OpenApiTest -Dopenapi.rewrite=true"
            + " -Dsurefire.failIfNoSpecifiedTests=false";

    @TempDir
    Path folder;

    /** A change of the API shows in the snapshot's diff, and nobody changes the API without seeing it. */
    @Test
    void isAsTheSnapshotHasIt() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String served = starter.get("/api/v1/openapi.yaml").body();
            if (Boolean.getBoolean("openapi.rewrite")) {
                Files.writeString(SNAPSHOT, served);
            }
            assertThat(served)
                    .as("the API has changed; if that is meant, write %s anew: %s", SNAPSHOT, REWRITE)
                    .isEqualTo(Files.readString(SNAPSHOT));
        }
    }

    @Test
    void describesExactlyThePathsThatAreServed() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            List<String> described = new ArrayList<>();
            operations(starter, (operation, description) -> described.add(operation));
            List<String> served = new ArrayList<>(List.of("GET /api/v1/openapi.yaml"));
            starter.running()
                    .context()
                    .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .keySet()
                    .forEach(mapping -> served.addAll(lines(mapping)));
            assertThat(described).containsExactlyInAnyOrderElementsOf(served);
        }
    }

    @Test
    void saysOfEachOperationWhatItDoesAndHowItFails() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            List<String> silent = new ArrayList<>();
            operations(starter, (operation, description) -> {
                boolean parameters = description
                        .path("parameters")
                        .valueStream()
                        .allMatch(one -> one.path("description").asText().length() > 1);
                if (description.path("summary").asText().isBlank()
                        || !parameters
                        || description.path("responses").path("default").isMissingNode()) {
                    silent.add(operation);
                }
            });
            assertThat(silent).isEmpty();
        }
    }

    private static void operations(RunningStarter starter, java.util.function.BiConsumer<String, JsonNode> each)
            throws IOException {
        new ObjectMapper()
                .readTree(starter.get("/api/v1/openapi").body())
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> each.accept(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue())));
    }

    private static List<String> lines(RequestMappingInfo mapping) {
        List<String> lines = new ArrayList<>();
        for (String pattern : mapping.getPatternValues()) {
            if (pattern.startsWith("/error")
                    || pattern.startsWith("/actuator")
                    || pattern.startsWith("/api/v1/openapi")) {
                continue;
            }
            for (RequestMethod method : mapping.getMethodsCondition().getMethods()) {
                lines.add(method + " " + pattern.replaceAll(":[^}]*}", "}"));
            }
        }
        return lines;
    }
}
