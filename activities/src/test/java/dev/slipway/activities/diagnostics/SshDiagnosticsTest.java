package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshDiagnosticsTest {
    private static final String LOAN = "token-1";
    private static final Optional<String> FROZEN = Optional.of("frozen for heat: coolant alarm");

    @TempDir
    private Path folder = Path.of("");

    private final Set<GpuEvent> history = new HashSet<>();
    private Supplier<Optional<String>> heat = Optional::empty;

    private int apart;

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private SshDiagnostics diagnostics(OneNode node) {
        return diagnostics(node, OneNode.CLOCK);
    }

    private SshDiagnostics diagnostics(OneNode node, ActivityClock clock) {
        return new SshDiagnostics(
                node.tools(clock),
                OneNode::baseline,
                node::target,
                new SshDiagnostics.Surroundings(
                        (act, partner, test) -> {
                            apart++;
                            return test.get();
                        },
                        fleet -> heat.get(),
                        CordonedNode.guard()),
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
                                "dcgmi diag -r " + level + " passed on 8 GPUs, H2D not measured, D2H not measured",
                                node.see(() -> node.node().power().bootId())));
            }
        }
    }

    @Test
    void aPassOfAnotherReleaseOfDcgmProvesNothing() {
        try (OneNode node = node()) {
            GateResult result = diagnostics(node).diag(node.act("diag-1", 1), OneNode.PREVIOUS, 1);
            assertThat(result.under(""))
                    .isEqualTo(new GateResult("G5", Verdict.INFRASTRUCTURE, "DCGM 4.4.1 ran, wanted 3.3"));
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
    void i19_nothingThatHeatsBeginsWhileTheFleetIsFrozenForHeat() {
        try (OneNode node = node()) {
            SshDiagnostics diagnostics = diagnostics(node);
            heat = () -> FROZEN;

            for (int level = 2; level <= 3; level++) {
                int hot = level;
                refused(() -> diagnostics.diag(node.act("diag-" + hot, 1), OneNode.GOAL, hot));
            }
            refused(() -> diagnostics.nccl(node.act("nccl", 1), OneNode.GOAL));
            refused(() -> diagnostics.ncclPair(
                    node.act("nccl-pair", 1), OneNode.GOAL, new NodeRef("lab", "gpu-002"), LOAN, ""));

            assertThat(node.events(NodeEvent.Kind.COMMAND)).isEmpty();
            assertThat(apart).as("two nodes set apart").isZero();
            assertThat(diagnostics.diag(node.act("diag-1", 1), OneNode.GOAL, 1).verdict())
                    .isEqualTo(Verdict.PASS);
            heat = Optional::empty;
            assertThat(diagnostics.diag(node.act("diag-3", 1), OneNode.GOAL, 3).verdict())
                    .isEqualTo(Verdict.PASS);
        }
    }

    private static void refused(ThrowingCallable begins) {
        assertThat(Refusal.of(FailureType.SUSPENDED, begins)).isEqualTo(FROZEN.orElseThrow());
    }

    @Test
    void i19_aDiagThatHadBegunBeforeTheFreezeIsJoined() {
        try (OneNode node = node()) {
            diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            heat = () -> FROZEN;

            assertThat(diagnostics(node)
                            .diag(node.act("diag-3", 1), OneNode.GOAL, 3)
                            .verdict())
                    .isEqualTo(Verdict.PASS);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);
        }
    }

    @Test
    void i19_aToolThatFailedIsNotTriedAgainInAFreezeForHeat() {
        NodePlan once = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("dcgmi", 1, Moment.BEFORE, new Fault.Exit(217, "Another diag is running")));
        try (OneNode node = new OneNode(folder, once)) {
            heat = () -> node.events(NodeEvent.Kind.COMMAND).isEmpty() ? Optional.empty() : FROZEN;
            refused(() -> diagnostics(node).diag(node.act("diag-3", 1), OneNode.GOAL, 3));
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);

            heat = Optional::empty;
            assertThat(diagnostics(node)
                            .diag(node.act("diag-3", 1), OneNode.GOAL, 3)
                            .verdict())
                    .isEqualTo(Verdict.PASS);
        }
    }

    @Test
    void i19_aSuspensionIsShownUntilItIsOverOrLongEnoughForOneActivity() {
        try (OneNode node = node()) {
            TestClock clock = TestClock.still(Instant.EPOCH);
            List<String> shown = clock.waits();
            heat = () -> shown.size() < 3 ? FROZEN : Optional.empty();
            assertThat(diagnostics(node, clock).suspension(node.act("suspended", 1)))
                    .isEmpty();
            assertThat(shown).hasSize(3).containsOnly(FROZEN.orElseThrow());

            heat = () -> FROZEN;
            assertThat(diagnostics(node, clock).suspension(node.act("suspended", 2)))
                    .isEqualTo(FROZEN.orElseThrow());
            assertThat(shown).as("looks, one every ten seconds").hasSize(3 + 45 * 6);
        }
    }

    @Test
    void aPairIsMeasuredWithItsPartner() {
        try (OneNode node = node()) {
            GateResult result = diagnostics(node)
                    .ncclPair(node.act("nccl-pair", 1), OneNode.GOAL, new NodeRef("lab", "gpu-002"), LOAN, "");
            assertThat(result.gate()).isEqualTo("G9");
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
            assertThat(result.detail()).contains("gpu-002");
        }
    }
}
