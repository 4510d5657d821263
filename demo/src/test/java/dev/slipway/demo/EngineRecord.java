package dev.slipway.demo;

import dev.slipway.model.node.NodeRef;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the engine knows of the run of one node. */
record EngineRecord(WorkflowClient client, NodeRef node) {

    /** Keeps the history beside the reports of the tests; returns the file. */
    Path keepHistory() {
        try {
            Path folder = Files.createDirectories(Path.of("target", "histories"));
            String json = client.fetchHistory(node.workflowId()).toJson(true);
            return Files.writeString(Files.createTempFile(folder, node.name() + "-", ".json"), json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The activities that are under way, each with what its last heartbeat said. */
    List<String> waitsFor() {
        return client
                .newUntypedWorkflowStub(node.workflowId())
                .describe()
                .getRawDescription()
                .getPendingActivitiesList()
                .stream()
                .map(activity -> activity.getActivityType().getName() + ", attempt " + activity.getAttempt() + ": "
                        + activity.getHeartbeatDetails().getPayloadsList().stream()
                                .map(said -> said.getData().toStringUtf8())
                                .toList())
                .toList();
    }
}
