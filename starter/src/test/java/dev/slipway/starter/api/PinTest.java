package dev.slipway.starter.api;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.RunningStarter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I26: a rolled-back node stays on its previous baseline until a person, or another baseline of its fleet, ends that. */
class PinTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");
    private static final String WHO = "{\"who\":\"oncall\",\"reason\":\"the board was replaced\"}";

    @TempDir
    Path folder;

    private static void pinned(RunningStarter starter, BaselineRef failed) {
        BaselineRef previous = starter.config.ref("hgx-h100-r570-124").orElseThrow();
        starter.ledger
                .nodePins()
                .put(new NodePins.Pin(
                        NODE,
                        previous,
                        Optional.of(failed),
                        "run-1",
                        "diag failed",
                        Instant.parse("2026-01-12T00:00:00Z")));
    }

    @Test
    void i26_aPersonEndsThePinAndTheAuditSaysWhoAndWhy() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            pinned(starter, starter.config.ref("hgx-h100-r570-133").orElseThrow());
            assertThat(starter.get("/api/v1/nodes/-/gpu-041").body())
                    .contains("hgx-h100-r570-124@")
                    .contains("diag failed");

            HttpResponse<String> done = starter.post("/api/v1/nodes/-/gpu-041/unpin", WHO);

            assertThat(done.statusCode()).isEqualTo(200);
            assertThat(done.body()).contains("no longer pinned to hgx-h100-r570-124@");
            assertThat(starter.ledger.nodePins().of(NODE)).isEmpty();
            AuditTrail.Entry entry =
                    starter.ledger.audit().of(NODE.toString(), 1).getFirst();
            assertThat(entry.verb()).isEqualTo("unpin");
            assertThat(entry.who().name()).isEqualTo("default");
            assertThat(entry.who().why()).isEqualTo("the board was replaced, on behalf of oncall");
            assertThat(starter.post("/api/v1/nodes/-/gpu-041/unpin", WHO).statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void pinsAreListedWhileTheyHold() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(slipway(starter, "node", "pins").out()).contains("no node is pinned");

            pinned(starter, starter.config.ref("hgx-h100-r570-133").orElseThrow());

            assertThat(slipway(starter, "node", "pins").out())
                    .containsPattern("gpu-041 +prod-a +hgx-h100-r570-124@\\S+ +hgx-h100-r570-133@\\S+ .* diag failed")
                    .contains("slipway node unpin NODE --reason …");
            assertThat(slipway(starter, "status").out()).contains(" · 1 pinned");

            pinned(starter, new BaselineRef("hgx-h100-r570-133", "another content"));

            assertThat(slipway(starter, "node", "pins").out()).contains("no node is pinned");
        }
    }

    @Test
    void i26_aPinForAnotherBaselineThanTheFleetsHoldsNoMore() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            pinned(starter, new BaselineRef("hgx-h100-r570-133", "another content"));

            assertThat(starter.get("/api/v1/nodes/-/gpu-041").body()).contains("\"pin\":\"\"");
            assertThat(starter.post("/api/v1/nodes/-/gpu-041/unpin", WHO).body())
                    .contains("is not pinned");
        }
    }

    @Test
    void i29_nobodyEndsAPinWithoutANameAndAReason() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            pinned(starter, starter.config.ref("hgx-h100-r570-133").orElseThrow());

            assertThat(starter.post("/api/v1/nodes/-/gpu-041/unpin", "{\"who\":\"oncall\"}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(starter.ledger.nodePins().of(NODE)).isPresent();
        }
    }
}
