package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Who;
import dev.slipway.model.node.Trigger;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rollout that waits for a person stands in the status, with what that person types. */
class StatusRolloutsTest {
    @TempDir
    Path folder;

    private static void start(RunningStarter starter) {
        String check = slipway(starter, "drift", "check").out().replaceAll("(?s).*--from (\\S+) .*", "$1");
        Said started = slipway(
                starter, "rollout", "start", "--from", check, "--change", "c1", "--reason", "test", "--who", "ada");
        assertThat(started.exit()).as(started.toString()).isZero();
    }

    @Test
    void namesARolloutThatWaitsForApprovalUntilItBegins() {
        try (RunningStarter starter = RunningStarter.withPolicy(folder, "approvals: { rollout: true }\n")
                .startWorker()) {
            start(starter);
            String waits = "rollout c1 of prod-a: waits for approval   → slipway rollout approve c1 --reason …";

            assertThat(slipway(starter, "status").out()).contains(waits);
            assertThat(slipway(starter, "status", "--fleet", "prod-a").out()).contains(waits);
            assertThat(starter.get("/").body()).contains("rollout c1 of prod-a: waits for approval");
            assertThat(starter.get("/api/v1/status").body()).contains("\"waiting\":[{\"change\":\"c1\"");

            assertThat(slipway(starter, "rollout", "approve", "c1", "--reason", "go")
                            .exit())
                    .isZero();
            assertThat(slipway(starter, "status").out()).doesNotContain("rollout c1");

            slipway(starter, "rollout", "pause", "c1", "--reason", "look");
            assertThat(slipway(starter, "status").out())
                    .contains("rollout c1 of prod-a: canary, paused   → slipway rollout resume c1 --reason …");
        }
    }

    @Test
    void namesOneThatWaitsBehindManyNewerPlans() {
        try (RunningStarter starter = RunningStarter.withPolicy(folder, "approvals: { rollout: true }\n")
                .startWorker()) {
            start(starter);
            List<Trigger> plan = starter.ledger.plans().page("c1", 0, 1);
            Instant later = Instant.now().plusSeconds(60);
            for (int n = 0; n < 30; n++) {
                starter.ledger.plans().keep("later-" + n, plan, new Who("ada", "test"), later);
            }

            assertThat(slipway(starter, "status").out()).contains("rollout c1 of prod-a: waits for approval");
        }
    }
}
