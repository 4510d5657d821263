package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.drift.DriftCheck;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.query.DryRun;
import dev.slipway.query.FactsQuery;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I27: the drift check and the dry run look, and change nothing: seen from the fleet, not from what they say. */
class CheckModeTest {
    private static final FleetPlan PLAN = FleetPlan.whole(11, 3)
            .changing(
                    "gpu-001",
                    n -> n.with(new Condition.Runs(SoftwareSet.previous())).serving(2))
            .changing("gpu-002", n -> n.with(new Condition.GpuLost(3)));

    @TempDir
    Path folder;

    private static List<NodeEvent> events(ScenarioBench bench) {
        return bench.fleet.nodes().stream()
                .flatMap(node -> node.clock().call(() -> List.copyOf(node.events())).stream())
                .toList();
    }

    private static void untouched(ScenarioBench bench, List<NodeEvent> before) {
        assertThat(events(bench)).isEqualTo(before);
        assertThat(bench.fleet.kubernetes().auditLog())
                .as("requests that change")
                .isEmpty();
        for (SimulatedNode node : bench.fleet.nodes()) {
            assertThat(node.faults().calls("slipway-start"))
                    .as("detached work on " + node.name())
                    .isZero();
            assertThat(node.faults().calls("slipway-reboot")).isZero();
        }
    }

    @Test
    void i27_theDriftCheckFindsWhatDriftedAndChangesNothing() {
        try (ScenarioBench bench = ScenarioBench.start(folder, PLAN)) {
            List<NodeEvent> before = events(bench);

            DriftReport drifted = bench.workflow(DriftCheck.class, "drift/one").check("gpu-001");
            DriftReport broken = bench.workflow(DriftCheck.class, "drift/two").check("gpu-002");
            DriftReport whole = bench.workflow(DriftCheck.class, "drift/three").check("gpu-003");

            assertThat(drifted.drifted()).isEqualTo(1);
            assertThat(broken.broken()).as("I23: broken is not drifted").isEqualTo(1);
            assertThat(broken.drifted()).isZero();
            assertThat(whole.matching()).isEqualTo(1);
            untouched(bench, before);
        }
    }

    @Test
    void i27_aDryRunSaysWhatItWouldDoAndChangesNothing() {
        try (ScenarioBench bench = ScenarioBench.start(folder, PLAN)) {
            List<NodeEvent> before = events(bench);

            DryRunReport report =
                    bench.workflow(DryRun.class, "dry-run/one").report(bench.trigger("gpu-001", false), "image-drift");

            assertThat(report.diagnosed().route().name()).isEqualTo("CONVERGE");
            assertThat(report.changes()).isNotEmpty();
            untouched(bench, before);
        }
    }

    /** Who looks at a held node, or at one that waits for a decision, takes it off nobody's list. */
    @Test
    void i27_aDryRunLeavesTheRowOfItsNodeAsItIs() {
        try (ScenarioBench bench = ScenarioBench.start(folder, PLAN)) {
            NodeNote held = row(bench.ref("gpu-001"), NodeState.HELD);
            NodeNote decision = row(bench.ref("gpu-002"), NodeState.DECISION);
            bench.ledger.nodeRows().put(held);
            bench.ledger.nodeRows().put(decision);

            for (String node : List.of("gpu-001", "gpu-002", "gpu-003")) {
                DryRunReport report = bench.workflow(DryRun.class, "dry-run/" + node)
                        .report(bench.trigger(node, false), "image-drift");
                assertThat(report.diagnosed().row()).as(node).isNotBlank();
            }

            assertThat(bench.ledger.nodeRows().all())
                    .as("gpu-003 never had a run")
                    .containsExactlyInAnyOrder(held, decision);
        }
    }

    private static NodeNote row(NodeRef node, NodeState state) {
        return new NodeNote(
                node,
                node.name(),
                "image-drift",
                state,
                "prove",
                "G5 failed",
                node.workflowId(),
                "run-1",
                Instant.EPOCH,
                Optional.of("D5"));
    }

    @Test
    void i27_readingTheFactsOfANodeKeepsThemAndChangesNothing() {
        try (ScenarioBench bench = ScenarioBench.start(folder, PLAN)) {
            List<NodeEvent> before = events(bench);
            NodeRef node = bench.ref("gpu-001");

            FactsRef read = bench.workflow(FactsQuery.class, "facts/one").read(node, "gpu-001", Optional.empty());

            assertThat(read.node()).isEqualTo(node);
            assertThat(read.summary()).contains("driver 570.124.06");
            assertThat(bench.ledger.facts().byId(read.id())).isPresent();
            untouched(bench, before);
        }
    }
}
