package dev.slipway.starter.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AlertRecords;
import dev.slipway.starter.ProbeAnswer;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An alert starts no runbook on a node that triage leads elsewhere, or of which nothing is known. */
class AlertTriageTest {
    private static final String FINGERPRINT = "3d3736350437d509";
    private static final String STARTS_AT = "2026-11-20T14:13:39.218Z";

    @TempDir
    Path folder;

    @Test
    void proposesTheRunbookToWhichTheTriageTableLeadsAndStartsNothing() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            long at = Instant.now().getEpochSecond() - 300;
            starter.answers.put(
                    "gpu-node-01",
                    new ProbeAnswer("570.133.20")
                            .put(
                                    "kernel-log",
                                    "# source=journal since=" + (at - 3_600) + "\n" + at
                                            + ".5 h kernel: NVRM: Xid (PCI:0000:10:00): 79, GPU has fallen off the bus.\n"));

            HttpResponse<String> answer = post(starter, firing());

            assertThat(answer.body())
                    .contains("\"verdict\":\"proposed\"")
                    .contains(": slipway run gpu-fault-rma --node prod-a/gpu-node-01 --reason GPUXidError", "R10 ");
            assertThat(starter.get("/api/v1/status").body()).contains("slipway run gpu-fault-rma --node");
            assertThat(starter.get("/api/v1/nodes/-/gpu-node-01").body()).doesNotContain("\"run\":{");
            assertThat(post(starter, firing()).body()).contains("\"again\":true");
        }
    }

    @Test
    void proposesADiagnosisOfANodeThatGivesNoFacts() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            HttpResponse<String> answer = post(starter, firing().replace("gpu-node-01", "gpu-102"));

            assertThat(answer.body())
                    .contains("\"verdict\":\"proposed\"", "slipway diagnose --node prod-a/gpu-102")
                    .contains("the node gave no facts: ", "refused the connection");
        }
    }

    @Test
    void leavesTheAlertToAlertmanagerWhileNoWorkerReadsTheNode() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(post(starter, firing()).statusCode()).isEqualTo(503);
            assertThat(starter.ledger.alerts().of(FINGERPRINT, STARTS_AT))
                    .get()
                    .extracting(AlertRecords.Alert::state)
                    .isEqualTo(AlertRecords.State.SEEN);

            starter.startWorker();

            assertThat(post(starter, firing()).body()).contains("\"verdict\":\"started\"");
        }
    }

    private static HttpResponse<String> post(RunningStarter starter, String body) {
        return starter.post("/api/v1/alerts", body);
    }

    private static String firing() {
        try {
            return Files.readString(Path.of("src/test/resources/alertmanager/webhook-v4-am025-dcgm-xid-firing.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
