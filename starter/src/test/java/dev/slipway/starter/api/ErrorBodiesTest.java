package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever refuses a request, the answer is problem details of RFC 9457, and says what to do next. */
class ErrorBodiesTest {
    @TempDir
    Path folder;

    private RunningStarter starter;

    @BeforeEach
    void up() {
        starter = RunningStarter.in(folder);
    }

    @AfterEach
    void down() {
        starter.close();
    }

    @Test
    void answersWithoutATokenAsAProblem() throws IOException {
        JsonNode body = problem(starter.send(starter.bare("/api/v1/status")), 401, "Unauthorized");

        assertThat(body.path("detail").asText()).isEqualTo("the bearer token is missing or wrong");
        assertThat(body.path("instance").asText()).isEqualTo("/api/v1/status");
    }

    @Test
    void answersAnAmbiguousPathAsAProblem() throws IOException {
        JsonNode body = problem(starter.send(starter.request("/api/v1//status")), 400, "Bad Request");

        assertThat(body.path("detail").asText()).contains("empty segments");
    }

    @Test
    void answersABodyThatIsTooLargeAsAProblem() throws IOException {
        HttpResponse<String> answer = starter.send(starter.request("/api/v1/alerts")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(new byte[9 << 20])));

        assertThat(problem(answer, 413, "Content Too Large").path("detail").asText())
                .isEqualTo("the body is larger than 8 MiB");
    }

    @Test
    void answersAnUnknownNodeAsAProblem() throws IOException {
        JsonNode body = problem(starter.get("/api/v1/nodes/-/nobody"), 404, "Not Found");

        assertThat(body.path("detail").asText()).isEqualTo("no fleet has a node nobody");
        assertThat(body.path("next").asText()).endsWith("look: slipway status --all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; it is empty",
                "{; it is no JSON from line 1, column 2 on",
                "nonsense; it is no JSON from line 1, column 1 on",
                "{\"heat\": \"perhaps\"}; the field heat does not take this value",
                "[1]; it is no JSON from line 1, column 1 on"
            })
    void answersABodyThatIsNotItsJsonAsAProblem(String sent, String why) throws IOException {
        JsonNode body = problem(starter.post("/api/v1/freezes", sent), 400, "Bad Request");

        assertThat(body.path("detail").asText()).isEqualTo("the body is not the JSON that this path takes: " + why);
    }

    @Test
    void answersWhatSpringRefusesAsAProblem() throws IOException {
        JsonNode body = problem(starter.post("/api/v1/status", "{}"), 405, "Method Not Allowed");

        assertThat(body.path("detail").asText()).contains("POST");
    }

    @Test
    void answersWhileTheLedgerIsAwayAsAProblem() throws IOException {
        starter.ledger.close();

        assertThat(problem(starter.get("/api/v1/status"), 503, "Service Unavailable")
                        .path("detail")
                        .asText())
                .startsWith("the ledger does not answer");
    }

    private static JsonNode problem(HttpResponse<String> answer, int status, String title) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        JsonNode body = new ObjectMapper().readTree(answer.body());
        assertThat(body.path("title").asText()).isEqualTo(title);
        assertThat(body.path("status").asInt()).isEqualTo(status);
        assertThat(body.path("next").asText()).as(answer.body()).isNotBlank();
        return body;
    }
}
