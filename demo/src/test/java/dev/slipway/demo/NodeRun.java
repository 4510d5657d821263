package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowTargetOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run on a node. A later loan of the node to a partner bears the same workflow id, so the run id counts. */
record NodeRun(String workflowId, String runId) {

    static NodeRun start(Api api, String node) {
        return start(api, "image-drift", node);
    }

    static NodeRun start(Api api, String runbook, String node) {
        JsonNode run =
                api.post("/api/v1/runs", Map.of("runbook", runbook, "node", node, "who", "proof", "reason", "drifted"));
        return new NodeRun(run.path("workflowId").asText(), run.path("runId").asText());
    }

    /** Returns how it ended; where it does not end in time, the failure says what it waits for. */
    NodeOutcome outcome(Engine engine, int seconds) throws TimeoutException {
        WorkflowTargetOptions run = WorkflowTargetOptions.newBuilder()
                .setWorkflowId(workflowId)
                .setRunId(runId)
                .build();
        try {
            return engine.client().newUntypedWorkflowStub(run).getResult(seconds, TimeUnit.SECONDS, NodeOutcome.class);
        } catch (TimeoutException e) {
            List<String> waitsFor = new EngineRecord(engine.client(), workflowId).waitsFor();
            throw new TimeoutException(workflowId + " did not end in " + seconds + " s; it waits for " + waitsFor);
        }
    }
}
