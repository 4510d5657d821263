package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeReservation;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that loses its power under a diagnostic. */
class CrashUnderDiagTest {
    @TempDir
    private Path folder = Path.of("");

    private GateResult diag(OneNode node) {
        SshDiagnostics diagnostics = new SshDiagnostics(
                node.tools(),
                OneNode::baseline,
                node::target,
                new SshDiagnostics.Surroundings(NodeReservation.CORDONS, Heat.NEVER, CordonedNode.guard()),
                event -> {});
        return diagnostics.diag(node.act("diag-3", 1), OneNode.GOAL, 3);
    }

    @Test
    void aTestThatTheNodeDidNotOutliveIsACrashAndIsNotTriedAgain() {
        Faults.Rule powerLoss = new Faults.Rule("dcgmi", 1, Moment.DURING, new Fault.PowerLoss());
        try (OneNode node = new OneNode(folder, NodePlan.clean("gpu-001", 7).failing(powerLoss))) {
            String before = node.see(() -> node.node().power().bootId());

            GateResult result = untilItAnswers(() -> diag(node));

            String now = node.see(() -> node.node().power().bootId());
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.CRASHED);
            assertThat(result.bootId()).isEqualTo(now).isNotEqualTo(before);
            assertThat(result.detail()).contains(before, now);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).hasSize(1);
        }
    }

    /** As the engine does: what may pass is asked again. */
    private static GateResult untilItAnswers(Supplier<GateResult> test) {
        while (true) {
            try {
                return test.get();
            } catch (ApplicationFailure failure) {
                assertThat(failure.getType()).isEqualTo(FailureType.TRANSIENT.name());
                OneNode.CLOCK.pause(Duration.ofSeconds(20), "the node boots");
            }
        }
    }
}
