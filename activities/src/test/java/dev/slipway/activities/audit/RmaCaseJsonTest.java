package dev.slipway.activities.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RmaCaseJsonTest {
    private static final Instant BEGAN = Instant.parse("2026-11-22T05:00:00Z");
    private static final NodeRef NODE = new NodeRef("lab", "gpu-001");
    private static final Act ACT = new Act(
            NODE,
            "lab",
            "run-1",
            "node/lab/gpu-001",
            "gpu-fault-rma",
            new Step("rma-record", "Compile the RMA case", NodeState.HELD),
            1,
            Optional.of(new Identity("machine", "product", Optional.empty())),
            BEGAN);
    private static final RmaCase CASE = new RmaCase(
            BEGAN,
            "F9",
            "fell off the bus",
            List.of(new GpuSuspect("GPU-1", "1650002", "0000:5d:00.0", List.of(79), "XID 79")),
            List.of("reboot done", "power cycle done"),
            Optional.of(new EvidenceRef("lab/gpu-001/run-1/evidence-gpu-1.zip", "ab12", 42)));

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void aTicketHasTypedFields() throws IOException {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:rma-ticket", "slipway", Optional.empty())) {
            JsonNode ticket = json.readTree(new RmaCaseJson(ledger).ticket(ACT, CASE));

            assertThat(ticket.path("cluster").asText()).isEqualTo("lab");
            assertThat(ticket.path("node").asText()).isEqualTo("gpu-001");
            assertThat(ticket.path("runId").asText()).isEqualTo("run-1");
            assertThat(ticket.path("row").asText()).isEqualTo("F9");
            assertThat(ticket.path("reason").asText()).isEqualTo("fell off the bus");
            JsonNode gpu = ticket.path("gpus").path(0);
            assertThat(gpu.path("serial").asText()).isEqualTo("1650002");
            assertThat(gpu.path("uuid").asText()).isEqualTo("GPU-1");
            assertThat(gpu.path("busId").asText()).isEqualTo("0000:5d:00.0");
            assertThat(gpu.path("slot").asText()).isEqualTo("0000:5d:00");
            assertThat(gpu.path("xids").path(0).asInt()).isEqualTo(79);
            assertThat(ticket.path("stages")).hasSize(2);
            assertThat(ticket.path("evidence").path("sha256").asText()).isEqualTo("ab12");
        }
    }

    @Test
    void theWholeCaseHasEveryBundleOfTheRunAndWhatWasDoneSinceItBegan() throws IOException {
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:rma-whole", "slipway", Optional.empty())) {
            ledger.evidence().add(ACT, CASE.evidence().orElseThrow(), BEGAN);
            told(ledger, "before", BEGAN.minusSeconds(1));
            told(ledger, "reboot", BEGAN.plusSeconds(1));
            told(ledger, "cycle", BEGAN.plusSeconds(2));

            JsonNode whole = json.readTree(new RmaCaseJson(ledger).whole(ACT, CASE));

            assertThat(whole.path("bundles")).hasSize(1);
            assertThat(whole.path("machine").path("productUuid").asText()).isEqualTo("product");
            assertThat(whole.path("timeline"))
                    .extracting(line -> line.path("what").asText())
                    .containsExactly("reboot", "cycle");
        }
    }

    private static void told(LedgerDatabase ledger, String verb, Instant at) {
        ledger.audit().add(new AuditTrail.Entry(verb, at, new Who("run", "test"), verb, NODE.toString(), "done"));
    }
}
