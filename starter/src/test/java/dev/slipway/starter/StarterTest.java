package dev.slipway.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.slipway.config.SiteConfig;
import dev.slipway.config.units.HostPort;
import dev.slipway.starter.tokens.AccessTokens;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StarterTest {
    private static final String RUN =
            "{\"runbook\":\"image-drift\",\"node\":\"gpu-041\",\"who\":\"oncall\",\"reason\":\"drift\"}";
    private static final String DECIDED = "{\"who\":\"oncall\",\"reason\":\"looked at it\"}";

    @TempDir
    Path folder;

    @Test
    void letsNobodyInWithoutTheTokenHealthAside() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> without = starter.send(starter.bare("/api/v1/status"));
            assertThat(without.statusCode()).isEqualTo(401);
            assertThat(without.body()).contains("\"detail\"").contains("\"next\"");
            assertThat(starter.send(starter.bare("/api/v1/status").header("Authorization", "Bearer wrong"))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(starter.send(starter.bare("/nowhere")).statusCode()).isEqualTo(401);
            assertThat(starter.send(starter.bare("/actuator/health")).statusCode())
                    .isEqualTo(200);
            assertThat(starter.get("/api/v1/status").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void isAliveWithoutLedgerOrTemporalAndReadyOnlyWithBoth() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(health(starter, "readiness").body())
                    .contains("\"ledger\":{\"status\":\"UP\"}")
                    .contains("\"temporal\":{\"status\":\"UP\"}");
            WorkflowServiceStubs nobody = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                    .setTarget("127.0.0.1:1")
                    .build());
            starter.restartOn(WorkflowClient.newInstance(nobody));
            assertThat(health(starter, "readiness").statusCode()).isEqualTo(503);
            assertThat(health(starter, "readiness").body()).contains("\"temporal\":{\"status\":\"DOWN\"}");
            assertThat(health(starter, "liveness").statusCode()).isEqualTo(200);
            nobody.shutdownNow();
            starter.restartOn(starter.memory());
            starter.ledger.close();
            assertThat(health(starter, "readiness").body()).contains("\"ledger\":{\"status\":\"DOWN\"}");
            assertThat(health(starter, "liveness").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void saysThatSomethingElseListensWhereItShould() {
        try (RunningStarter first = RunningStarter.in(folder)) {
            HostPort taken = new HostPort("127.0.0.1", first.running().port());
            Installation another = new Installation(first.config, first.ledger, first.memory(), Clock.systemUTC());
            assertThatExceptionOfType(CannotListen.class)
                    .isThrownBy(() -> Starter.start(another, taken))
                    .withMessageContaining("port " + taken.port() + " is in use");
        }
    }

    private static HttpResponse<String> health(RunningStarter starter, String probe) {
        return starter.send(starter.bare("/actuator/health/" + probe));
    }

    @Test
    void takesTheTokenAsAPasswordForReadingOnly() throws IOException {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            String pair = "me:" + Files.readString(starter.tokenFile()).strip();
            String basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            HttpResponse<String> page = starter.send(starter.bare("/").header("Authorization", basic));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("prod-a").contains("http-equiv=\"refresh\"");
            HttpResponse<String> decision = starter.send(starter.bare("/api/v1/freezes")
                    .header("Authorization", basic)
                    .header("Content-Type", "application/json")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}")));
            assertThat(decision.statusCode()).isEqualTo(401);
        }
    }

    @Test
    void writesTheTokenOnceAndForItsOwnerOnly() throws IOException {
        Path file = folder.resolve("deep/token");
        tokens(file);
        String first = Files.readString(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(first.strip()).hasSize(64);
        assertThat(tokens(file).of(first.strip())).get().hasToString("default (operator)");
        assertThat(Files.readString(file)).isEqualTo(first);
        assertThat(file.getParent())
                .isDirectoryContaining(f -> f.equals(file))
                .isDirectoryNotContaining(f -> !f.equals(file));
    }

    private static AccessTokens tokens(Path file) {
        return new AccessTokens(new SiteConfig.Starter(new HostPort("127.0.0.1", 0), file, Optional.empty()));
    }

    @Test
    void saysThatNoWorkerTookAnUpdate() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(starter.post("/api/v1/runs", RUN).statusCode()).isEqualTo(202);
            HttpResponse<String> answer = starter.post("/api/v1/nodes/-/gpu-041/hold", DECIDED);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("no worker took 'hold' within 5 s");
        }
    }

    @Test
    void passesARefusalOfTheRunOnInItsOwnWords() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            starter.post("/api/v1/runs", RUN);
            HttpResponse<String> refused = starter.post("/api/v1/nodes/prod-a/gpu-041/retry", DECIDED);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("no step waits for a decision now");
            HttpResponse<String> taken = starter.post("/api/v1/nodes/prod-a/gpu-041/hold", DECIDED);
            assertThat(taken.statusCode()).isEqualTo(200);
            assertThat(taken.body()).contains("hold accepted");
        }
    }

    @Test
    void refusesASecondRunOnABusyNode() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(starter.post("/api/v1/runs", RUN).statusCode()).isEqualTo(202);
            HttpResponse<String> second = starter.post("/api/v1/runs", RUN);
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.body()).contains("node/prod-a/gpu-041 is busy: ImageDrift since");
        }
    }

    @Test
    void answersFromTheLedgerAndSaysSoWhileTemporalIsAway() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .build());
        try (RunningStarter starter = RunningStarter.on(folder, WorkflowClient.newInstance(nowhere))) {
            assertThat(starter.get("/api/v1/status").statusCode()).isEqualTo(200);
            assertThat(starter.get("/api/v1/nodes/-/gpu-041").body()).contains("\"run\":null");
            HttpResponse<String> run = starter.post("/api/v1/runs", RUN);
            assertThat(run.statusCode()).isEqualTo(503);
            assertThat(run.body()).contains("Temporal does not answer");
        } finally {
            nowhere.shutdownNow();
        }
    }

    @Test
    void answers503WhileTheLedgerIsAway() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.close();
            HttpResponse<String> status = starter.get("/api/v1/status");
            assertThat(status.statusCode()).isEqualTo(503);
            assertThat(status.body()).contains("\"detail\":\"the ledger does not answer");
        }
    }

    /** They go into journals, rows, audit and details of every run they are about. */
    @Test
    void whoDecidesAndWhyAreAtMostAThousandBytesEach() {
        String long501 = "ü".repeat(501);
        try (RunningStarter starter = RunningStarter.in(folder)) {
            for (String given : new String[] {"\"oncall\"", "\"drift\""}) {
                HttpResponse<String> answer = starter.post("/api/v1/runs", RUN.replace(given, "\"" + long501 + "\""));
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(answer.body()).contains("is longer than 1000 bytes").doesNotContain(long501);
            }
            assertThat(starter.get("/api/v1/audit").body()).doesNotContain(long501);
        }
    }

    @Test
    void namesWhatIsWrongWithARequest() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(starter.post("/api/v1/runs", "{\"nonsense\":1}").statusCode())
                    .isEqualTo(400);
            assertThat(starter.post("/api/v1/runs", "not json").body())
                    .contains("is not the JSON that this path takes");
            HttpResponse<String> unknown = starter.post("/api/v1/runs", RUN.replace("gpu-041", "gpu-999"));
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.body()).contains("no fleet has a node gpu-999");
            assertThat(starter.post("/api/v1/runs", RUN.replace("image-drift", "mage-drift"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(starter.get("/api/v1/nowhere").statusCode()).isEqualTo(404);
        }
    }
}
