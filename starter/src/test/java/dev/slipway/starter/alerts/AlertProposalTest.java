package dev.slipway.starter.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AlertRecords;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.FiringAlert;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proposal is there for as long as its alert fires, and for one day after it was received last. */
class AlertProposalTest {
    private static final String FINGERPRINT = "3d3736350437d509";
    private static final String STARTS_AT = "2026-11-20T14:13:39.218Z";
    private static final String COMMAND = "slipway diagnose --node prod-a/gpu-node-01";

    @TempDir
    Path folder;

    @Test
    void isTakenBackWhenTheAlertIsResolved() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            post(starter, proposed());
            assertThat(status(starter)).contains(COMMAND);
            assertThat(starter.get("/").body())
                    .containsPattern("gpu-node-01 GPUDriverMismatch, received [0-9]+ s ago &rarr; " + COMMAND);

            assertThat(post(starter, resolved(proposed())))
                    .contains("\"verdict\":\"resolved\"", "its proposal is withdrawn");

            assertThat(status(starter)).doesNotContain(COMMAND);
            assertThat(record(starter).state()).isEqualTo(AlertRecords.State.RESOLVED);
            assertThat(post(starter, resolved(proposed()))).contains("starts and cancels nothing");
        }
    }

    /** Alertmanager resolves what it no longer hears of, and sends it with the same start when it does again. */
    @Test
    void isBackWhenTheSameAlertFiresOnAfterItWasResolved() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            post(starter, proposed());
            post(starter, resolved(proposed()));

            assertThat(post(starter, proposed())).contains("\"verdict\":\"proposed\"", "\"again\":true");

            assertThat(status(starter)).contains(COMMAND);
        }
    }

    @Test
    void isRenewedByEveryRepeatOfItsAlert() {
        Instant twoDaysAgo = Instant.now().minus(Duration.ofDays(2));
        try (RunningStarter starter = RunningStarter.in(folder)) {
            starter.ledger
                    .alerts()
                    .first(new AlertRecords.Alert(
                            FINGERPRINT,
                            STARTS_AT,
                            "GPUDriverMismatch",
                            Optional.of(new NodeRef("prod-a", "gpu-node-01")),
                            AlertRecords.State.PROPOSED,
                            "",
                            COMMAND,
                            twoDaysAgo));
            assertThat(status(starter)).as("it was not received for two days").doesNotContain(COMMAND);

            assertThat(post(starter, proposed())).contains("\"verdict\":\"proposed\"", "\"again\":true");

            assertThat(status(starter)).contains(COMMAND);
            assertThat(record(starter).receivedAt()).isAfter(twoDaysAgo);
        }
    }

    @Test
    void leavesAnAlertThatStartedARunAsItIs() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            assertThat(post(starter, firing())).contains("\"verdict\":\"started\"");

            assertThat(post(starter, resolved(firing()))).contains("starts and cancels nothing");

            assertThat(record(starter).state()).isEqualTo(AlertRecords.State.STARTED);
        }
    }

    private static AlertRecords.Alert record(RunningStarter starter) {
        return starter.ledger.alerts().of(FINGERPRINT, STARTS_AT).orElseThrow();
    }

    private static String status(RunningStarter starter) {
        return starter.get("/api/v1/status").body();
    }

    private static String post(RunningStarter starter, String body) {
        return starter.post("/api/v1/alerts", body).body();
    }

    /** On the allow-list of the policy. */
    private static String firing() {
        return FiringAlert.withoutXid();
    }

    private static String proposed() {
        return firing().replace("GPUXidError", "GPUDriverMismatch");
    }

    private static String resolved(String firing) {
        return firing.replace("\"firing\"", "\"resolved\"");
    }
}
