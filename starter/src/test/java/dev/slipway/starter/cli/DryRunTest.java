package dev.slipway.starter.cli;

import static dev.slipway.starter.cli.Said.slipway;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.FakeDryRun;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run changes nothing, and so needs no reason; what changes something needs one. */
class DryRunTest {
    @TempDir
    Path folder;

    @Test
    void aDryRunOfARunbookNeedsNoReason() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            Said said = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--dry-run");
            assertThat(said.exit()).as(said.err()).isZero();
            assertThat(said.out()).contains("D17", "asked by default (dry run)", "Nothing was changed.");

            Said given = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--dry-run", "--reason", "look");
            assertThat(given.out()).contains("asked by default (look");
        }
    }

    @Test
    void aNameThatNoRunbookHasIsAnsweredWithThoseOfAllRunbooks() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said said = slipway(starter, "run", "image-drfit", "--node", "gpu-041", "--dry-run");

            assertThat(said.exit()).isEqualTo(Exit.USAGE);
            assertThat(said.err())
                    .contains("there is no runbook 'image-drfit'")
                    .containsPattern("the runbooks are ([a-z-]+, )+image-drift, ([a-z-]+, )+[a-z-]+");
        }
    }

    @Test
    void aDryRunOfARolloutNeedsNoReason() {
        try (RunningStarter starter = RunningStarter.in(folder).startWorker()) {
            String check = slipway(starter, "drift", "check", "--fleet", "prod-a")
                    .out()
                    .replaceAll("(?s).*--from (\\S+) .*", "$1");

            Said said = slipway(starter, "rollout", "start", "--from", check, "--change", "c1", "--dry-run");

            assertThat(said.exit()).as(said.err()).isZero();
            assertThat(said.out()).contains("plan of rollout c1", "apt-get install", "Nothing was changed.");
            assertThat(starter.ledger.plans().of("c1")).isEmpty();
        }
    }

    @Test
    void aPlanNamesThePodsWhoseDataThePolicyGivesUp() {
        String keys = "drain: { deleteEmptyDir: [{ namespace: notebooks, labels: { scratch: disposable } }] }";
        String loss = "evict pods of namespace notebooks with scratch=disposable although their emptyDir data is lost "
                + "(drain.deleteEmptyDir)";
        try (RunningStarter starter = RunningStarter.withPolicy(folder, keys).startWorker()) {
            Said run = slipway(starter, "run", "image-drift", "--node", "gpu-041", "--dry-run");
            assertThat(run.out()).as(run.err()).contains("would    " + loss);

            Said inService = slipway(starter, "run", "image-drift", "--node", FakeDryRun.IN_SERVICE, "--dry-run");
            assertThat(inService.out())
                    .as(inService.err())
                    .contains("no cordon, no drain")
                    .doesNotContain("evict");

            String check = slipway(starter, "drift", "check", "--fleet", "prod-a")
                    .out()
                    .replaceAll("(?s).*--from (\\S+) .*", "$1");
            Said rollout = slipway(starter, "rollout", "start", "--from", check, "--change", "c1", "--dry-run");
            assertThat(rollout.out()).as(rollout.err()).contains("on each node: " + loss);
        }
    }

    @Test
    void aRunAndARolloutNeedOne() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Said run = slipway(starter, "run", "image-drift", "--node", "gpu-041");
            assertThat(run.exit()).isEqualTo(Exit.USAGE);
            assertThat(run.err()).contains("why? 'reason' is missing", "add --reason");
            assertThat(starter.ledger.audit().of("prod-a/gpu-041", 1)).isEmpty();

            Said rollout = slipway(starter, "rollout", "start", "--from", "drift/prod-a-1", "--reason", " ");
            assertThat(rollout.exit()).isEqualTo(Exit.USAGE);
            assertThat(rollout.err()).contains("why? 'reason' is missing");
        }
    }
}
