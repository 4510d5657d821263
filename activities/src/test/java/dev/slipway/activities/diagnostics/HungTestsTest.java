package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.guard.Refusal;
import dev.slipway.activities.guard.Waiting;
import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.DetachedRun.Place;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Verdict;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that never end by themselves: what a limit of the baseline makes of them, and what is left on the node. */
@Timeout(60)
class HungTestsTest implements Waiting {
    @TempDir
    private Path folder = Path.of("");

    @Override
    public Instant since() {
        return Instant.EPOCH;
    }

    @Override
    public void works() {}

    @Override
    public void waits(Act act, String why) {}

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private SshDiagnostics diagnostics(OneNode node, Pulse pulse) {
        return new SshDiagnostics(
                new NodeTools(
                        node.tools().ssh(),
                        node.tools().facts(),
                        new DetachedRun(node.tools().ssh(), pulse, OneNode.FAST)),
                OneNode::baseline,
                node::target,
                new SshDiagnostics.Surroundings(
                        pulse,
                        OneNode.FAST,
                        (act, partner, test) -> test.get(),
                        new HeatWait(fleet -> Optional.empty(), this, InstantSource.system()),
                        CordonedNode.guard()),
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
            GateResult result = diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

            assertThat(result.gate()).isEqualTo("G7");
            isEnded(node, result, "dcgmi diag -r 3 did not end within 45 min and was ended");
        }
    }

    @Test
    void ncclTestsThatHangAreEndedAtTheirTimeoutAndAreAVerdict() {
        try (OneNode node = node(hangs("all_reduce_perf", Proving.Ends.AT_KILL))) {
            GateResult result = diagnostics(node, OneNode.PULSE).nccl(node.act("nccl", 1), OneNode.GOAL);
            isEnded(node, result, "all_reduce_perf did not end within 15 min and was ended");
        }
        try (OneNode node = node(hangs("mpirun", Proving.Ends.AT_KILL))) {
            GateResult result = diagnostics(node, OneNode.PULSE)
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
                                () -> diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3)))
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
            assertThatThrownBy(() ->
                            diagnostics(node, new KilledWhileItWaits()).diag(node.act("diag-3", 1), OneNode.GOAL, 3))
                    .isInstanceOf(KilledWhileItWaits.Killed.class);
            Place run = Place.of(node.act("diag-3", 1), "g7-1");
            node.tools().runs().run(run, List.of(), hung -> hung.ran().compareTo(Duration.ofMinutes(45)) >= 0);

            GateResult result =
                    diagnostics(node, new KilledWhileItWaits()).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

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
                    () -> diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3));

            GateResult result = diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3);

            isEnded(node, result, "dcgmi diag -r 3 did not end within 45 min and was ended");
        }
    }

    @Test
    void whereTheExtendedDiagnosticsAreInstalledTheTimeoutIsTheExtendedOne() {
        try (OneNode node = node(new Condition.PackageAt("nvidia-diagnostic", "570.133.20-1"))) {
            GateResult result = diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
        }
    }

    @Test
    void whatADiagThatWasCutOffLeftAtWorkIsEndedBeforeTheNext() {
        NodePlan plan =
                NodePlan.clean("gpu-001", 7).failing(new Faults.Rule("dcgmi", 1, Moment.DURING, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            GateResult result = diagnostics(node, OneNode.PULSE).diag(node.act("diag-3", 1), OneNode.GOAL, 3);
            assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.PASS);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(2);
        }
    }

    /** The worker dies as soon as it has to wait. */
    private static final class KilledWhileItWaits implements Pulse {
        private static final class Killed extends RuntimeException {
            private static final long serialVersionUID = 1;
        }

        @Override
        public void beat(String detail) {}

        @Override
        public void pause(Duration time, String detail) {
            throw new Killed();
        }
    }
}
