package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.Proving;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that never end by themselves: what a limit of the baseline makes of them, and what is left on the node. */
class HungTestsTest {
    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private SshDiagnostics diagnostics(OneNode node, ActivityClock clock) {
        return new SshDiagnostics(
                node.tools(clock),
                OneNode::baseline,
                node::target,
                new SshDiagnostics.Surroundings(
                        (act, partner, test) -> test.get(), fleet -> Optional.empty(), CordonedNode.guard()),
                gpu -> {});
    }

    private static Condition hangs(String command, Proving.Ends ends) {
        return new Condition.CommandHangs(SoftwareSet.pinned().driver(), command, ends);
    }

    private static void isEnded(OneNode node, GateResult result, String detail) {
        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.FAIL);
        assertThat(result.detail()).isEqualTo(detail);
        assertThat(node.see(() -> node.node().processes()))
                .as("processes on GPUs")
                .isEmpty();
        assertThat(node.events(NodeEvent.Kind.COMMAND)).as("never retried").hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Proving.Ends.class,
            names = {"AT_TERM", "AT_KILL"})
    void aDiagThatHangsIsEndedAtItsTimeoutAndIsAVerdict(Proving.Ends ends) {
        try (OneNode node = node(hangs("dcgmi diag -r 3", ends))) {
            GateResult result = diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

            assertThat(result.gate()).isEqualTo("G7");
            isEnded(node, result, "dcgmi diag -r 3 did not end within 45 min and was ended");
        }
    }

    @Test
    void ncclTestsThatHangAreEndedAtTheirTimeoutAndAreAVerdict() {
        try (OneNode node = node(hangs("all_reduce_perf", Proving.Ends.AT_KILL))) {
            GateResult result = diagnostics(node, OneNode.CLOCK).nccl(node.act("nccl", 1), OneNode.GOAL);
            isEnded(node, result, "all_reduce_perf did not end within 15 min and was ended");
        }
        try (OneNode node = node(hangs("mpirun", Proving.Ends.AT_KILL))) {
            GateResult result = diagnostics(node, OneNode.CLOCK)
                    .ncclPair(node.act("nccl-pair", 1), OneNode.GOAL, new NodeRef("lab", "gpu-002"), "token-1", "");
            isEnded(node, result, "mpirun did not end within 20 min and was ended");
        }
    }

    @Test
    void aTestThatNoSignalEndsIsNoVerdictAndSaysWhatIsLeft() {
        try (OneNode node = node(hangs("dcgmi diag -r 3", Proving.Ends.AT_REBOOT))) {
            for (int asked = 0; asked < 2; asked++) {
                assertThat(Refusal.of(
                                FailureType.STILL_RUNNING,
                                () -> diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3)))
                        .contains("diag-3-1-g7-1 on lab/gpu-001 was killed and has not ended: process 7301 nvvs");
            }
            assertThat(node.see(() -> node.node().processes())).hasSize(1);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);
        }
    }

    /** A worker that is killed beats no more; the one after it counts from the start of the run on the node. */
    @Test
    void aWorkerThatJoinsAHungTestMeetsTheSameTimeout() {
        try (OneNode node = node(hangs("dcgmi diag -r 3", Proving.Ends.AT_TERM))) {
            assertThatThrownBy(
                            () -> diagnostics(node, killedWhileItWaits()).diag(node.act("diag-3", 1), OneNode.GOAL, 3))
                    .isInstanceOf(Killed.class);
            RunDirectory run = RunDirectory.of(node.act("diag-3", 1), "g7-1");
            node.tools().runs().run(run, List.of(), hung -> hung.ran().compareTo(Duration.ofMinutes(45)) >= 0);

            GateResult result = diagnostics(node, killedWhileItWaits()).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

            isEnded(node, result, "dcgmi diag -r 3 did not end within 45 min and was ended");
        }
    }

    @Test
    void aWorkerThatJoinsATestThatWasEndedHasTheSameVerdict() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(hangs("dcgmi diag -r 3", Proving.Ends.AT_TERM))
                .failing(new Faults.Rule("slipway-end", 1, Moment.AFTER, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            Refusal.of(
                    FailureType.TRANSIENT,
                    () -> diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3));

            GateResult result = diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

            isEnded(node, result, "dcgmi diag -r 3 did not end within 45 min and was ended");
        }
    }

    @Test
    void whereTheExtendedDiagnosticsAreInstalledTheTimeoutIsTheExtendedOne() {
        try (OneNode node = node(new Condition.PackageAt("nvidia-diagnostic", "570.133.20-1"))) {
            GateResult result = diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
        }
    }

    @Test
    void whatADiagThatWasCutOffLeftAtWorkIsEndedBeforeTheNext() {
        NodePlan plan =
                NodePlan.clean("gpu-001", 7).failing(new Faults.Rule("dcgmi", 1, Moment.DURING, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            GateResult result = diagnostics(node, OneNode.CLOCK).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(2);
        }
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The worker dies as soon as it has to wait. */
    private static ActivityClock killedWhileItWaits() {
        return TestClock.running(1000).onPause(detail -> {
            throw new Killed();
        });
    }
}
