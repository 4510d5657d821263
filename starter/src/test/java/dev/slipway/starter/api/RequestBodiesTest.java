package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API keeps what its description promises of request bodies: what is not required may be left out. */
class RequestBodiesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private record Operation(String method, String path, String schema) {}

    @Test
    void takesEachSchemaWithItsRequiredFieldsOnlyAndWithTheOthersNull() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Map<String, Object> description =
                    JSON.readValue(starter.get("/api/v1/openapi").body(), new TypeReference<>() {});
            List<String> unread = new ArrayList<>();
            List<Operation> operations = operations(description);
            for (Operation operation : operations) {
                for (boolean nulls : List.of(false, true)) {
                    String body = body(schema(description, operation.schema), nulls);
                    HttpResponse<String> answer = starter.send(starter.request(operation.path)
                            .header("Content-Type", "application/json")
                            .method(operation.method, HttpRequest.BodyPublishers.ofString(body)));
                    if (answer.statusCode() >= 500 || answer.body().contains("is not the JSON that this path takes")) {
                        unread.add(operation + " with " + body + ": " + answer.body());
                    }
                }
            }
            assertThat(operations).hasSizeGreaterThan(10);
            assertThat(unread).isEmpty();
        }
    }

    @Test
    void freezesWithoutAWordOnHeat() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer =
                    starter.post("/api/v1/freezes", "{\"fleet\":\"*\",\"who\":\"ana\",\"reason\":\"smoke in hall 2\"}");

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(starter.ledger.freezes().all())
                    .singleElement()
                    .satisfies(freeze -> assertThat(freeze.heat()).isFalse());
        }
    }

    private static List<Operation> operations(Map<String, Object> description) {
        List<Operation> operations = new ArrayList<>();
        map(description, "paths")
                .forEach((path, methods) -> asMap(methods).forEach((method, operation) -> {
                    Map<String, Object> asked = asMap(operation);
                    if (asked.containsKey("requestBody")) {
                        Map<String, Object> content = map(map(asked, "requestBody"), "content");
                        String schema = String.valueOf(
                                map(map(content, "application/json"), "schema").get("$ref"));
                        operations.add(new Operation(
                                method.toUpperCase(Locale.ROOT),
                                path.replaceAll("\\{[^}]*}", "none"),
                                schema.substring(schema.lastIndexOf('/') + 1)));
                    }
                }));
        return operations;
    }

    private static Map<String, Object> schema(Map<String, Object> description, String name) {
        return map(map(map(description, "components"), "schemas"), name);
    }

    private static String body(Map<String, Object> schema, boolean nulls) {
        List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
        ObjectNode body = JSON.createObjectNode();
        map(schema, "properties").forEach((name, property) -> {
            if (required.contains(name)) {
                body.set(name, JSON.valueToTree(example(asMap(property))));
            } else if (nulls) {
                body.putNull(name);
            }
        });
        return body.toString();
    }

    private static Object example(Map<String, Object> property) {
        return switch (String.valueOf(property.get("type"))) {
            case "boolean" -> true;
            case "integer", "number" -> 1;
            case "array" -> List.of();
            case "object" -> Map.of();
            default -> "none";
        };
    }

    private static Map<String, Object> map(Map<String, Object> of, String key) {
        return asMap(of.get(key));
    }

    @SuppressWarnings("unchecked") // YAML's mappings have strings for keys here.
    private static Map<String, Object> asMap(@org.jspecify.annotations.Nullable Object of) {
        return of instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
