package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.GateResult;
import dev.slipway.model.GpuEvent;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Verdict;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SshDiagnosticsTest {
    @TempDir
    private Path folder = Path.of("");

    private final Set<GpuEvent> history = new HashSet<>();

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private SshDiagnostics diagnostics(OneNode node) {
        return new SshDiagnostics(
                node.tools(),
                OneNode::baseline,
                node::target,
                new SshDiagnostics.Surroundings(OneNode.PULSE, OneNode.FAST, SetApart.CORDONS),
                history::add);
    }

    @Test
    void aWholeNodePassesEveryLevel() {
        try (OneNode node = node()) {
            for (int level = 1; level <= 3; level++) {
                GateResult result = diagnostics(node).diag(node.act("diag-" + level, 1), OneNode.GOAL, level);
                assertThat(result)
                        .isEqualTo(new GateResult(
                                "G" + (4 + level),
                                Verdict.PASS,
                                "dcgmi diag -r " + level + " passed on 8 GPUs, H2D not measured, D2H not measured"));
            }
        }
    }

    @Test
    void aPassOfAnotherReleaseOfDcgmProvesNothing() {
        try (OneNode node = node()) {
            GateResult result = diagnostics(node).diag(node.act("diag-1", 1), OneNode.PREVIOUS, 1);
            assertThat(result).isEqualTo(new GateResult("G5", Verdict.INFRASTRUCTURE, "DCGM 4.4.1 ran, wanted 3.3"));
        }
    }

    @Test
    void askingAgainJoinsTheRunThatWasStarted() {
        try (OneNode node = node()) {
            diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);
        }
    }

    /** I24: under the serial of the GPU, whatever its index is next time. */
    @Test
    void i24_aGpuThatDiagIsolatesHasThatInItsHistoryUnderItsSerial() {
        try (OneNode node = node(new Condition.DiagIsolates("memory"))) {
            for (int asked = 0; asked < 2; asked++) {
                diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            }
            String serial =
                    node.see(() -> node.node().machine().slots().getFirst().serial());
            assertThat(history)
                    .hasSize(1)
                    .first()
                    .isEqualTo(new GpuEvent(
                            serial,
                            GpuEvent.Kind.ISOLATE,
                            Instant.EPOCH,
                            OneNode.GOAL.id(),
                            new NodeRef("lab", "gpu-001")));
        }
    }

    @Test
    void aTestThatFailsIsAVerdict() {
        String driver = SoftwareSet.pinned().driver();
        try (OneNode node = node(new Condition.DiagFails(driver, "targeted_power"))) {
            GateResult result = diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(result.detail()).contains("targeted_power");
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);
        }
    }

    @Test
    void aNodeThatLostAGpuDoesNotPass() {
        try (OneNode node = node(new Condition.GpuLost(3))) {
            assertThat(diagnostics(node)
                            .diag(node.act("diag-1", 1), OneNode.GOAL, 1)
                            .verdict())
                    .isNotEqualTo(Verdict.PASS);
        }
    }

    @Test
    void anEngineThatDoesNotAnswerIsTriedAgainAndNoVerdict() {
        NodePlan once = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("dcgmi", 1, Moment.BEFORE, new Fault.Exit(217, "Another diag is running")));
        try (OneNode node = new OneNode(folder, once)) {
            assertThat(diagnostics(node)
                            .diag(node.act("diag-1", 1), OneNode.GOAL, 1)
                            .verdict())
                    .isEqualTo(Verdict.PASS);
        }
        try (OneNode node = node(new Condition.ServiceStopped("nvidia-dcgm"))) {
            GateResult result = diagnostics(node).diag(node.act("diag-1", 1), OneNode.GOAL, 1);
            assertThat(result.verdict()).isEqualTo(Verdict.INFRASTRUCTURE);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(3);
        }
    }

    @Test
    void bandwidthIsMeasuredAgainstTheFloor() {
        try (OneNode node = node()) {
            GateResult result = diagnostics(node).nccl(node.act("nccl", 1), OneNode.GOAL);
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
            assertThat(result.detail()).contains("of at least 400", "0 wrong");
        }
        try (OneNode node = node(new Condition.BusBandwidth(300))) {
            GateResult result = diagnostics(node).nccl(node.act("nccl", 1), OneNode.GOAL);
            assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        }
    }

    @Test
    void aPairIsMeasuredWithItsPartner() {
        try (OneNode node = node()) {
            GateResult result =
                    diagnostics(node).ncclPair(node.act("nccl-pair", 1), OneNode.GOAL, new NodeRef("lab", "gpu-002"));
            assertThat(result.gate()).isEqualTo("G9");
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
            assertThat(result.detail()).contains("gpu-002");
        }
    }
}
