package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Act;
import dev.slipway.model.Outcome;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.RunningStarter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLockTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");
    private static final String RUN =
            "{\"runbook\":\"image-drift\",\"node\":\"gpu-041\",\"who\":\"oncall\",\"reason\":\"drift\"}";

    @TempDir
    Path folder;

    @Test
    void waitsForARunWhoseOutcomeIsKnownToClose() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            assertThat(starter.post("/api/v1/runs", RUN).statusCode()).isEqualTo(202);
            ended(starter);
            CompletableFuture<HttpResponse<String>> next =
                    CompletableFuture.supplyAsync(() -> starter.post("/api/v1/runs", RUN));
            starter.memory().newUntypedWorkflowStub(NODE.workflowId()).signal("hold", new Who("oncall", "enough"));
            starter.startWorker();
            assertThat(next.join().statusCode()).as(next.join().body()).isEqualTo(202);
        }
    }

    /** What a run writes before its last words to people. */
    private static void ended(RunningStarter starter) {
        Instant now = Instant.now();
        Act act =
                new Act(NODE, "prod-a", "t1", NODE.workflowId(), "image-drift", Step.RELEASE, 1, Optional.empty(), now);
        starter.ledger
                .outcomes()
                .put(
                        act,
                        new NodeOutcome(
                                NODE,
                                Outcome.CONVERGED,
                                "",
                                "D5",
                                List.of(),
                                List.of("image-drift"),
                                now,
                                now.plusSeconds(1),
                                "",
                                false));
    }
}
