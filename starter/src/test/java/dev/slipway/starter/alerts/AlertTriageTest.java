package dev.slipway.starter.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AlertRecords;
import dev.slipway.starter.FiringAlert;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                    new ProbeOutput("570.133.20")
                            .put(
                                    "kernel-log",
                                    "# source=journal since=" + (at - 3_600) + "\n" + at
                                            + ".5 h kernel: NVRM: Xid (PCI:0000:10:00): 79, GPU has fallen off the bus.\n"));

            HttpResponse<String> answer = post(starter, FiringAlert.withoutXid());

            assertThat(answer.body())
                    .contains("\"verdict\":\"proposed\"")
                    .contains(": slipway run gpu-fault-rma --node prod-a/gpu-node-01 --reason GPUXidError", "R10 ");
            assertThat(starter.get("/api/v1/status").body()).contains("slipway run gpu-fault-rma --node");
            assertThat(starter.get("/api/v1/nodes/-/gpu-node-01").body()).doesNotContain("\"run\":{");
            assertThat(post(starter, FiringAlert.withoutXid()).body()).contains("\"again\":true");
        }
    }

    /** The log of the node was rotated; its driver differs besides, for which image-drift would be started. */
    @Test
    void startsNothingWhereOnlyTheAlertShowsAnXidThatLeadsElsewhere() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            starter.answers.put(
                    "gpu-node-01",
                    new ProbeOutput("570.124.06").put("kernel-log", "# source=journal since=1732100000\n"));

            HttpResponse<String> answer = post(starter, FiringAlert.ofXid79());

            assertThat(answer.body())
                    .contains("\"verdict\":\"proposed\"", "only by the XID that the alert names")
                    .contains("R10 ", "divert gpu-fault-rma: slipway diagnose --node prod-a/gpu-node-01");
            assertThat(starter.get("/api/v1/nodes/-/gpu-node-01").body()).doesNotContain("\"run\":{");
        }
    }

    @Test
    void readsAnXidAlsoFromTheLabelOfTheCounts() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String counts = FiringAlert.ofXid79().replace("\"err_code\":\"79\"", "\"err_code\":\"0\",\"xid\":\"79\"");

            assertThat(post(starter, counts).body()).contains("\"verdict\":\"proposed\"", "R10 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "none", "99999"})
    void aLabelWithoutAnXidIsNone(String code) {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String alert = FiringAlert.ofXid79().replace("\"err_code\":\"79\"", "\"err_code\":\"" + code + "\"");

            assertThat(post(starter, alert).body()).contains("\"verdict\":\"started\"");
        }
    }

    @Test
    void proposesADiagnosisOfANodeThatGivesNoFacts() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            HttpResponse<String> answer = post(starter, FiringAlert.withoutXid().replace("gpu-node-01", "gpu-102"));

            assertThat(answer.body())
                    .contains("\"verdict\":\"proposed\"", "slipway diagnose --node prod-a/gpu-102")
                    .contains("the node gave no facts: ", "refused the connection");
        }
    }

    @Test
    void anAlertThatIsResolvedWhileItsNodeIsReadStartsNothing() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String alert = FiringAlert.withoutXid();
            starter.answers.put("gpu-node-01", new ProbeOutput("570.124.06").meanwhile(() -> resolve(starter, alert)));

            assertThat(post(starter, alert).body()).contains("\"verdict\":\"resolved\"");

            assertThat(starter.get("/api/v1/nodes/-/gpu-node-01").body()).doesNotContain("\"run\":{");
            assertThat(starter.get("/api/v1/status").body()).doesNotContain("GPUXidError");

            starter.answers.put("gpu-node-01", new ProbeOutput("570.124.06"));
            assertThat(post(starter, alert).body()).as("it fires on").contains("\"verdict\":\"started\"");
        }
    }

    @Test
    void anAlertThatIsResolvedWhileItsNodeIsReadIsNotProposed() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String alert = FiringAlert.ofXid79();
            starter.answers.put("gpu-node-01", new ProbeOutput("570.133.20").meanwhile(() -> resolve(starter, alert)));

            assertThat(post(starter, alert).body()).contains("\"verdict\":\"resolved\"");

            assertThat(starter.get("/api/v1/status").body()).doesNotContain("GPUXidError");
        }
    }

    private static void resolve(RunningStarter starter, String alert) {
        assertThat(post(starter, alert.replace("\"firing\"", "\"resolved\"")).body())
                .contains("it was not decided yet, and starts and proposes nothing");
    }

    @Test
    void leavesTheAlertToAlertmanagerWhileNoWorkerReadsTheNode() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(post(starter, FiringAlert.withoutXid()).statusCode()).isEqualTo(503);
            assertThat(starter.ledger.alerts().of(FINGERPRINT, STARTS_AT))
                    .get()
                    .extracting(AlertRecords.Alert::state)
                    .isEqualTo(AlertRecords.State.SEEN);

            starter.startWorker();

            assertThat(post(starter, FiringAlert.withoutXid()).body()).contains("\"verdict\":\"started\"");
        }
    }

    private static HttpResponse<String> post(RunningStarter starter, String body) {
        return starter.post("/api/v1/alerts", body);
    }
}
