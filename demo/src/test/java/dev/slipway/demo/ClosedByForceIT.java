package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.RolloutSummary;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rollout or its wave is terminated by Temporal's own command line amid a node's package transaction. A real server
 * cancels the children; the node is judged by what happened to it.
 */
@Tag("dev-server")
class ClosedByForceIT {
    private static final String ROLLOUT = "rollout/c1";
    private static final String WAVE = ROLLOUT + "/wave/1";
    /** Back at its old set, by two transactions and two boots at most. */
    private static final Wanted ROLLED_BACK =
            Wanted.whole(SoftwareSet.previous()).atMost(2, 3);

    @TempDir
    Path folder;

    /** A rollout whose canary waits for the lock of its package manager. */
    private UsedSite begun() throws Exception {
        UsedSite site = new UsedSite(
                folder,
                FleetPlan.whole(7, 2)
                        .changing(
                                "gpu-001",
                                node -> node.with(new Condition.Runs(SoftwareSet.previous()))
                                        .with(new Condition.DpkgLocked(4711, Duration.ofSeconds(12))))
                        .changing("gpu-002", node -> node.with(new Condition.Runs(SoftwareSet.previous()))));
        String check = new ObjectMapper()
                .readTree(site.slipway("drift", "check", "--json").text())
                .path("id")
                .asText();
        site.does("rollout", "start", "--from", check, "--change", "c1", "--reason", "drift");
        site.awaitState("gpu-001", NodeState.MUTATING);
        return site;
    }

    private static void assertRolledBack(UsedSite site, String closed) {
        assertThat(site.awaitOutcome("gpu-001", 1)).contains("ROLLED_BACK", closed + " was closed by force");
        assertThat(site.violations(Map.of("gpu-001", ROLLED_BACK, "gpu-002", Wanted.untouched(false))))
                .isEmpty();
    }

    @Test
    void nodesOfATerminatedRolloutStopRollBackAndSaySo() throws Exception {
        try (UsedSite site = begun()) {
            site.temporal("workflow", "terminate", "--workflow-id", ROLLOUT, "--reason", "test");

            assertRolledBack(site, ROLLOUT);
            UsedSite.until(
                    "the wave has closed after its node",
                    () -> status(site, WAVE).equals("CANCELED"));
            assertThat(site.does("rollout", "status", "c1")).contains("terminated");
        }
    }

    @Test
    void aTerminatedWaveStopsItsRolloutAndItsNodesRollBack() throws Exception {
        try (UsedSite site = begun()) {
            site.temporal("workflow", "terminate", "--workflow-id", WAVE, "--reason", "test");

            RolloutSummary end = site.client().newUntypedWorkflowStub(ROLLOUT).getResult(RolloutSummary.class);
            assertThat(end.why()).contains("wave 1 was closed by force");
            assertThat(end.outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("UNKNOWN", 1, "UNTOUCHED", 1));
            assertRolledBack(site, WAVE);
        }
    }

    @Test
    void aCancelledRolloutLetsItsNodeFinish() throws Exception {
        try (UsedSite site = begun()) {
            site.temporal("workflow", "cancel", "--workflow-id", ROLLOUT);

            assertThat(site.awaitOutcome("gpu-001", 1)).contains("CONVERGED");
            UsedSite.until("the rollout has closed", () -> status(site, ROLLOUT).equals("CANCELED"));
            assertThat(site.does("rollout", "status", "c1")).contains("stopped", "cancelled");
            assertThat(site.violations(Map.of("gpu-002", Wanted.untouched(false))))
                    .isEmpty();
        }
    }

    private static String status(UsedSite site, String id) {
        return site.client()
                .newUntypedWorkflowStub(id)
                .describe()
                .getStatus()
                .name()
                .replace("WORKFLOW_EXECUTION_STATUS_", "");
    }
}
