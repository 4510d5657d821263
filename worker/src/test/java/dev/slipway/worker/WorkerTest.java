package dev.slipway.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.query.ReachabilityQuery;
import io.temporal.client.WorkflowOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process: what it serves, how it stops, and what it says when something is missing. */
class WorkerTest {
    private static final NodeRef NODE = new NodeRef("c1", "localhost");

    @TempDir
    private Path folder = Path.of("");

    /** The workflow runs on the queue of the site, its activity on that of the fleet. */
    @Test
    void servesTheQueuesOfTheSiteAndOfItsFleetsUntilItIsClosed() {
        try (TestSite site = TestSite.in(folder, TestSite.PLAIN)) {
            Worker.Running worker = Worker.start(site.context());
            ReachabilityQuery look = site.engine
                    .getWorkflowClient()
                    .newWorkflowStub(
                            ReachabilityQuery.class,
                            WorkflowOptions.newBuilder()
                                    .setTaskQueue(site.config.site().temporal().taskQueue())
                                    .build());

            Reached reached = look.reached(NODE, Optional.of("far-away"));
            worker.close();

            assertThat(reached.node()).isFalse();
            assertThat(worker.factory().isTerminated()).isTrue();
            assertThat(site.ledger.freezes().all())
                    .as("the ledger is not the worker's to close")
                    .isEmpty();
        }
    }

    @Test
    void servesOnlyTheQueuesThatAreConfigured() {
        Config config = TestSite.config(folder, "worker: { queues: [far-away] }\n");

        assertThat(Hosting.queues(config)).containsExactly("far-away");
    }

    @Test
    void servesEveryQueueWhereNoneIsConfigured() {
        Config config = TestSite.config(folder, "temporal: { taskQueue: here }\n");

        assertThat(Hosting.queues(config)).containsExactly("here", "far-away");
    }

    @Test
    void aTemporalThatCannotBeUsedGivesOneSentenceAndTheNextStep() {
        Config config = TestSite.config(folder, "temporal: { tls: {}, apiKeyFile: key }\n");

        TemporalTrouble trouble = catchThrowableOfType(TemporalTrouble.class, () -> Worker.connect(config));

        assertThat(Worker.failure(trouble).text().lines())
                .containsExactly(
                        "slipway: the file of Temporal's API key, " + folder.resolve("key") + ", is missing",
                        "         Write the key into it, for this user only");
    }

    @Test
    void aLedgerThatIsAwayGivesOneSentenceAndTheNextStep() {
        assertThat(Worker.failure(new LedgerAway("the ledger does not answer"))
                        .text()
                        .lines())
                .containsExactly("slipway: the ledger does not answer", "         see `ledger` in slipway.yaml");
    }

    @Test
    void aWrongConfigurationGivesItsPlaceAndTheNextStep() throws IOException {
        TestSite.config(folder, TestSite.PLAIN);
        Files.writeString(folder.resolve("slipway.yaml"), "temporal: { tarket: here }\n");

        ConfigProblems wrong = catchThrowableOfType(ConfigProblems.class, () -> Config.load(folder));

        List<String> lines = Worker.failure(wrong).text().lines().toList();
        assertThat(lines.getFirst()).isEqualTo("slipway: the configuration is wrong:");
        assertThat(lines.get(1)).contains("slipway.yaml", "tarket");
        assertThat(lines.getLast()).isEqualTo("         correct it; check it with: slipway config check");
    }

    @Test
    void whatNobodyForesawGivesOneSentenceToo() {
        assertThat(Worker.failure(new IllegalStateException("no room")).text().lines())
                .containsExactly("slipway: it could not start: no room", "         --debug shows where");
    }
}
