package dev.slipway.demo;

import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the engine knows of the run of one node. */
record EngineRecord(WorkflowClient client, String workflowId) {

    /** Keeps the history beside the reports of the tests; returns the file. */
    Path keepHistory() {
        try {
            Path folder = Files.createDirectories(Path.of("target", "histories"));
            String json = client.fetchHistory(workflowId).toJson(true);
            return Files.writeString(Files.createTempFile(folder, workflowId.replace('/', '-') + "-", ".json"), json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The activities that are under way, each with what its last heartbeat said, and how its last attempt failed. */
    List<String> waitsFor() {
        return client
                .newUntypedWorkflowStub(workflowId)
                .describe()
                .getRawDescription()
                .getPendingActivitiesList()
                .stream()
                .map(activity -> activity.getActivityType().getName() + ", attempt " + activity.getAttempt() + ": "
                        + activity.getHeartbeatDetails().getPayloadsList().stream()
                                .map(said -> said.getData().toStringUtf8())
                                .toList()
                        + activity.getLastFailure().getMessage())
                .toList();
    }
}
