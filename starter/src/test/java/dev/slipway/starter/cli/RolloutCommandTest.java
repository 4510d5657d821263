package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.client.Rollout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RolloutCommandTest {
    private static Rollout rollout(String status, Map<String, Integer> outcomes, List<String> problems) {
        List<String> approvals = outcomes.isEmpty() ? List.of() : List.of("approved by bob");
        Rollout.Node held = new Rollout.Node("gpu-043", "HELD", "D17", "gates failed", "HELD", true);
        Rollout.Node planned = new Rollout.Node("gpu-044", "planned", "", "", "", true);
        return new Rollout(
                "c1", status, "", outcomes, approvals, problems, 5, List.of(held, planned), null, "http://link");
    }

    @Test
    void theStatusNamesOutcomesProblemsAndNodes() {
        String text = RolloutCommand.Status.words(
                rollout("stopped", Map.of("HELD", 1, "CONVERGED", 3, "UNTOUCHED", 1), List.of("gpu-043 HELD (D17)")),
                false);

        assertThat(text)
                .contains("rollout c1  stopped")
                .contains("outcomes: 3 CONVERGED · 1 HELD · 1 UNTOUCHED\n")
                .contains("\napproved by bob\n")
                .contains("problem: gpu-043 HELD (D17)\n")
                .containsPattern("NODE +STATE +OUTCOME +ROW +WHY")
                .containsPattern("gpu-043 +HELD +HELD +D17 +gates failed")
                .containsPattern("gpu-044 +planned")
                .doesNotContain("rollout approve");
    }

    @Test
    void theStatusSaysThatAWaveInFlightIsNotCounted() {
        assertThat(RolloutCommand.Status.words(
                        rollout("wave 2, nodes 2 to 5 of 5", Map.of("CONVERGED", 1), List.of()), false))
                .contains("outcomes: 1 CONVERGED, 1 of 5 nodes; a wave is counted when it has ended\n");
        assertThat(RolloutCommand.Status.words(rollout("canary, nodes 1 to 1 of 5", Map.of(), List.of()), false))
                .doesNotContain("outcomes");
    }

    @Test
    void theStatusOfARolloutThatWaitsSaysWhatToType() {
        assertThat(RolloutCommand.Status.words(
                        rollout("waits for approval by somebody else than ada", Map.of(), List.of()), false))
                .contains("No node is touched. Let it begin: slipway rollout approve c1 --reason …")
                .contains("slipway rollout deny c1 --reason …");
        assertThat(RolloutCommand.Status.words(
                        rollout("terminated, was at: waits for approval", Map.of(), List.of()), false))
                .doesNotContain("approve");
    }

    @Test
    void aRolloutThatWaitsIsNotAnnouncedAsRunning() {
        List<Rollout.PlannedNode> nodes = List.of(new Rollout.PlannedNode(1, "gpu-043", "D17", "config drift"));
        String waits = "waits for approval: slipway rollout approve c1 --reason …";

        assertThat(RolloutCommand.Start.started(new Rollout.Plan(
                        "c1", waits, "pin@abc", nodes, List.of(), List.of(), List.of(), "http://link")))
                .contains("rollout c1 of 1 nodes, canary gpu-043, has not begun: no node is touched")
                .contains("It " + waits)
                .doesNotContain("runs over", "pause");
        assertThat(RolloutCommand.Start.started(new Rollout.Plan(
                        "c1", "started", "pin@abc", nodes, List.of(), List.of(), List.of(), "http://link")))
                .contains("rollout c1 runs over 1 nodes, canary gpu-043", "slipway rollout pause c1 --reason …")
                .doesNotContain("approv");
    }
}
