package dev.slipway.activities.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;

/** Writes a GPU to replace as JSON: the fields of a ticket, and the whole case with its bundles and its timeline. */
public final class RmaCaseJson {

    private final LedgerDatabase ledger;
    private final ObjectMapper json = new ObjectMapper();

    public RmaCaseJson(LedgerDatabase ledger) {
        this.ledger = ledger;
    }

    /**
     * Safe to repeat: pure. Returns one object of typed fields; {@code gpus} is empty if nothing shows which GPU it is.
     */
    public String ticket(Act act, RmaCase rma) {
        return text(fields(act, rma));
    }

    /**
     * Safe to repeat: reads only. Returns the fields, every bundle of the run, and what was done to the node since the
     * run began.
     */
    public String whole(Act act, RmaCase rma) {
        ObjectNode whole = fields(act, rma);
        act.machine()
                .ifPresent(machine -> whole.putObject("machine")
                        .put("machineId", machine.machineId())
                        .put("productUuid", machine.productUuid()));
        whole.putArray("bundles");
        ledger.evidence()
                .ofRun(act.token())
                .forEach(ref -> whole.withArray("bundles").add(evidence(ref)));
        whole.putArray("timeline");
        ledger.audit()
                .since(act.node().toString(), rma.since())
                .forEach(entry -> whole.withArray("timeline")
                        .addObject()
                        .put("at", entry.at().toString())
                        .put("who", entry.who().name())
                        .put("what", entry.verb())
                        .put("detail", entry.detail()));
        return text(whole);
    }

    private ObjectNode fields(Act act, RmaCase rma) {
        ObjectNode fields = json.createObjectNode()
                .put("kind", "gpu-rma-candidate")
                .put("cluster", act.node().cluster())
                .put("node", act.node().name())
                .put("fleet", act.fleet())
                .put("runId", act.token())
                .put("workflowId", act.workflowId())
                .put("since", rma.since().toString())
                .put("row", rma.row())
                .put("reason", rma.reason());
        fields.putArray("gpus");
        rma.gpus().forEach(gpu -> fields.withArray("gpus").add(gpu(gpu)));
        fields.putArray("stages");
        rma.stages().forEach(stage -> fields.withArray("stages").add(stage));
        rma.evidence().ifPresent(ref -> fields.set("evidence", evidence(ref)));
        return fields;
    }

    private ObjectNode gpu(GpuSuspect gpu) {
        ObjectNode one = json.createObjectNode()
                .put("serial", gpu.serial())
                .put("uuid", gpu.uuid())
                .put("busId", gpu.bdf())
                .put("slot", gpu.slot())
                .put("why", gpu.why());
        one.putArray("xids");
        gpu.xids().forEach(xid -> one.withArray("xids").add(xid));
        return one;
    }

    private ObjectNode evidence(EvidenceRef ref) {
        return json.createObjectNode()
                .put("path", ref.path())
                .put("sha256", ref.sha256())
                .put("bytes", ref.bytes());
    }

    private String text(ObjectNode object) {
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain fields are always JSON", e);
        }
    }
}
