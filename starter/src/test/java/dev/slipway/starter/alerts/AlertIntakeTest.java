package dev.slipway.starter.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ShellWords;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.FiringAlert;
import dev.slipway.starter.RunningStarter;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertIntakeTest {
    private static final String FINGERPRINT = "3d3736350437d509";
    private static final String STARTS_AT = "2026-11-20T14:13:39.218Z";
    private static final String NODE = "node/prod-a/gpu-node-01";

    @TempDir
    Path folder;

    @Test
    void startsTheRunOnTheNodeThatAnAlertOnTheAllowListNames() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            HttpResponse<String> answer = post(starter, xid());
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body())
                    .contains("\"verdict\":\"started\"")
                    .contains("/workflows/node%2Fprod-a%2Fgpu-node-01");
            assertThat(runId(starter)).isNotBlank();
        }
    }

    @Test
    void startsNothingTheSecondTimeAlsoAfterARestartAndAfterTheRunHasEnded() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            post(starter, xid());
            String first = runId(starter);
            starter.post("/api/v1/nodes/-/gpu-node-01/hold", "{\"who\":\"oncall\",\"reason\":\"done\"}");
            starter.memory()
                    .newUntypedWorkflowStub(NODE)
                    .getResult(10, java.util.concurrent.TimeUnit.SECONDS, Object.class);
            starter.restartOn(starter.memory());
            HttpResponse<String> again = post(starter, xid());
            assertThat(again.statusCode()).isEqualTo(202);
            assertThat(again.body()).contains("\"again\":true");
            assertThat(runId(starter)).isEqualTo(first);
        }
    }

    @Test
    void takesAnAlertOnceWhenItComesTenTimesAtOnce() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 10; i++) {
                    answers.add(senders.submit(() -> post(starter, xid())));
                }
            }
            long fresh = 0;
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isIn(202, 503);
                fresh += answer.get().body().contains("\"again\":false") ? 1 : 0;
            }
            assertThat(fresh).isEqualTo(1);
        }
    }

    @Test
    void startsAndCancelsNothingForAResolvedAlert() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, xid().replace("\"firing\"", "\"resolved\""));
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).contains("\"verdict\":\"resolved\"");
            assertThat(starter.ledger.alerts().of(FINGERPRINT, STARTS_AT)).isEmpty();
        }
    }

    @Test
    void proposesWhatIsNotOnTheAllowList() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, xid().replace("GPUXidError", "GPUDriverMismatch"));
            assertThat(answer.body()).contains("\"verdict\":\"proposed\"");
            assertThat(starter.get("/api/v1/status").body())
                    .contains("slipway diagnose --node prod-a/gpu-node-01")
                    .doesNotContain("slipway run");
        }
    }

    @Test
    void keepsAHostileNameOutOfTheCommandThatItProposes() {
        String hostile = "'; touch owned; echo '\\u001b[2J\\u202e";
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, xid().replace("GPUXidError", hostile));

            assertThat(answer.body()).contains("\"verdict\":\"proposed\"");
            String command = starter.ledger
                    .alerts()
                    .of(FINGERPRINT, STARTS_AT)
                    .orElseThrow()
                    .detail();
            assertThat(ShellWords.split(command))
                    .containsExactly("slipway", "diagnose", "--node", "prod-a/gpu-node-01");
            assertThat(starter.get("/api/v1/status").body()).doesNotContain("\\u001b", "\u202e");
        }
    }

    @Test
    void cutsAnOverlongName() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, xid().replace("GPUXidError", "x".repeat(5_000)));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(starter.ledger
                            .alerts()
                            .of(FINGERPRINT, STARTS_AT)
                            .orElseThrow()
                            .name())
                    .hasSize(200);
        }
    }

    @Test
    void refusesAFingerprintThatIsNoName() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, xid().replace(FINGERPRINT, "a b\\u001b[2J"));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("carries no usable fingerprint");
        }
    }

    @Test
    void recordsAnAlertOfAnUnknownNodeAsIgnoredWithItsReason() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            HttpResponse<String> answer = post(starter, fixture("webhook-v4-am020-no-truncatedalerts.json"));
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("no fleet has the node that its labels name: instance=172.17.0.8");
            assertThat(starter.ledger.alerts().of("50a7edff2fb8efff", "2019-10-31T15:15:25.84136864Z"))
                    .get()
                    .extracting(AlertRecords.Alert::state)
                    .isEqualTo(AlertRecords.State.REFUSED);
        }
    }

    @Test
    void refusesABodyThatIsNotAlertmanagersWithoutRecordingAnything() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(post(starter, xid().replace("\"version\":\"4\"", "\"version\":\"3\""))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(post(starter, xid().replace(FINGERPRINT, "")).statusCode())
                    .isEqualTo(400);
            assertThat(post(starter, xid().replace(STARTS_AT, "yesterday")).statusCode())
                    .isEqualTo(400);
            assertThat(post(starter, "[]").statusCode()).isEqualTo(400);
            assertThat(starter.ledger.alerts().in(AlertRecords.State.SEEN, Instant.EPOCH))
                    .isEmpty();
        }
    }

    @Test
    void answers503WhileTemporalIsAwayAndStartsTheRunOnceItIsBack() {
        WorkflowServiceStubs nowhere = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .build());
        try (RunningStarter starter =
                RunningStarter.on(folder, WorkflowClient.newInstance(nowhere)).startWorker()) {
            assertThat(post(starter, xid()).statusCode()).isEqualTo(503);
            assertThat(starter.ledger.alerts().of(FINGERPRINT, STARTS_AT))
                    .get()
                    .extracting(AlertRecords.Alert::state)
                    .isEqualTo(AlertRecords.State.SEEN);
            starter.restartOn(starter.memory());
            assertThat(post(starter, xid()).body()).contains("\"verdict\":\"started\"");
            assertThat(runId(starter)).isNotBlank();
        } finally {
            nowhere.shutdownNow();
        }
    }

    @Test
    void findsTheRunThatAStarterStartedBeforeItDied() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            post(starter, xid());
            String first = runId(starter);
            AlertRecords.Alert started =
                    starter.ledger.alerts().of(FINGERPRINT, STARTS_AT).orElseThrow();
            starter.ledger.alerts().put(started.became(AlertRecords.State.SEEN, "", "Temporal was away"));
            assertThat(post(starter, xid()).body()).contains("\"verdict\":\"started\"");
            assertThat(runId(starter)).isEqualTo(first);
        }
    }

    @Test
    void leavesAnAlertThatAnotherRequestIsTakingToIt() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger
                    .alerts()
                    .first(new AlertRecords.Alert(
                            FINGERPRINT,
                            STARTS_AT,
                            "GPUXidError",
                            Optional.of(new NodeRef("prod-a", "gpu-node-01")),
                            AlertRecords.State.SEEN,
                            "",
                            "",
                            Instant.now()));
            assertThat(post(starter, xid()).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void answers503WhileTheLedgerIsAway() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger.close();
            assertThat(post(starter, xid()).statusCode()).isEqualTo(503);
        }
    }

    private static HttpResponse<String> post(RunningStarter starter, String body) {
        return starter.post("/api/v1/alerts", body);
    }

    private static String runId(RunningStarter starter) {
        return starter.memory()
                .newUntypedWorkflowStub(NODE)
                .describe()
                .getExecution()
                .getRunId();
    }

    private static String xid() {
        return FiringAlert.withoutXid();
    }

    private static String fixture(String name) {
        try {
            return Files.readString(Path.of("src/test/resources/alertmanager", name));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
