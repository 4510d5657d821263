package dev.slipway.activities.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.StageResult;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Ailment.Cure;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.Services;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshGpusTest {
    private static final Condition ASKS = new Condition.GpuAils(Ailment.asking(2, "Reset", Cure.RESET));
    private static final String POD = "3f1c2a44-0b7e-4c9a-9a51-6f0d2b1c7e10";

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private static OneNode quiet(OneNode node) {
        node.see(() -> {
            List.of(Services.DCGM, Services.FABRIC_MANAGER, Services.PERSISTENCED)
                    .forEach(node.node().services()::stop);
            return true;
        });
        return node;
    }

    private static SshGpus gpus(OneNode node) {
        return new SshGpus(node.tools(), node::guard, act -> Map.of(POD, "ml/train-7"));
    }

    private static String uuid(OneNode node, int slot) {
        return node.see(() -> node.node().machine().slots().get(slot).uuid());
    }

    private static StageResult reset(OneNode node, int slot) {
        return gpus(node).reset(node.act("reset", 1), List.of(uuid(node, slot)));
    }

    @Test
    void resetsTheGpuThatAsksForItAndNoOther() {
        try (OneNode node = quiet(node(ASKS))) {
            node.see(() -> {
                node.node().become(new Condition.Xid(48, 2));
                return true;
            });

            StageResult reset = reset(node, 2);

            assertThat(reset.done()).isTrue();
            assertThat(node.logged(reset.mark()))
                    .as("what led to the reset is over")
                    .isEmpty();
            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).containsExactly("2");
            assertThat(node.guarded()).hasSize(1);
        }
    }

    /** I12: with a client attached nothing is reset, and nobody is ended. */
    @Test
    void i12_namesWhoHoldsADeviceAndResetsNothing() {
        try (OneNode node = quiet(node(ASKS))) {
            node.see(() -> {
                node.node().addProcess(new GpuProcess(4121, "/usr/bin/python3", 2, POD));
                return true;
            });

            StageResult stageResult = reset(node, 2);

            assertThat(stageResult.done()).isFalse();
            assertThat(stageResult.why()).contains("/dev/nvidia2 held by pid 4121 python3 (pod ml/train-7)");
            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).isEmpty();
            assertThat(node.see(() -> node.node().processes())).hasSize(1);
        }
    }

    @Test
    void resetsAllTogetherWhereOneAloneIsRefused() {
        try (OneNode node = quiet(node(ASKS, new Condition.ResetsTogether()))) {
            assertThat(reset(node, 2).done()).isTrue();

            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).containsExactly("0,1,2,3,4,5,6,7");
        }
    }

    @Test
    void anEmptyListMeansAllOfTheNodeTogether() {
        try (OneNode node = quiet(node(ASKS))) {
            assertThat(gpus(node).reset(node.act("reset", 1), List.of()).done()).isTrue();

            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).containsExactly("0,1,2,3,4,5,6,7");
        }
    }

    @Test
    void i9_aResetOfWhichNobodyHeardIsJoined() {
        try (OneNode node = quiet(node(ASKS))) {
            assertThat(reset(node, 2).done()).isTrue();
            assertThat(reset(node, 2).done()).isTrue();

            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).hasSize(1);
        }
    }

    @Test
    void aResetThatEndedWellIsNoProofWhileTheDriverStillAsks() {
        try (OneNode node = quiet(node(new Condition.GpuAils(Ailment.asking(2, "Reset", Cure.REBOOT))))) {
            assertThat(reset(node, 2).why()).contains("still requests: Reset");
            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).as("once").hasSize(1);
        }
    }

    @Test
    void aGpuOffTheBusIsNotReset() {
        try (OneNode node = quiet(node(new Condition.GpuLost(2)))) {
            StageResult stageResult = reset(node, 2);

            assertThat(stageResult.done()).isFalse();
            assertThat(stageResult.why()).contains("No devices were found").contains("does not answer");
        }
    }

    @Test
    void whatTheToolSaysIsTold() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(ASKS)
                .failing(new Rule("nvidia-smi", 0, Moment.BEFORE, new Fault.Exit(15, "GPU is lost")));
        try (OneNode node = quiet(new OneNode(folder, plan))) {
            assertThat(reset(node, 2).why()).contains("ended with 15").contains("all together");
        }
    }

    @Test
    void aResetThatLeftNoEndIsNotDone() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(ASKS)
                .failing(new Rule("nvidia-smi", 1, Moment.DURING, new Fault.Drop()));
        try (OneNode node = quiet(new OneNode(folder, plan))) {
            assertThat(reset(node, 2)).isEqualTo(StageResult.not("the reset began, and its end is unknown"));
        }
    }

    @Test
    void wordsThatAreNoUuidReachNoCommandLine() {
        try (OneNode node = quiet(node(ASKS))) {
            assertThat(gpus(node)
                            .reset(node.act("reset", 1), List.of("0; reboot"))
                            .why())
                    .contains("no UUIDs");
            assertThat(node.see(() -> node.node().faults().calls("nvidia-smi"))).isZero();
        }
    }

    @Test
    void whoHoldsADeviceMustBeReadInFull() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(ASKS)
                .failing(new Rule("slipway-holders", 1, Moment.AFTER, new Fault.Exit(1, "fuser: gone")));
        try (OneNode node = quiet(new OneNode(folder, plan))) {
            assertThatThrownBy(() -> reset(node, 2))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            failure -> assertThat(failure.getType()).isEqualTo(FailureType.TRANSIENT.name()));
            assertThat(node.events(NodeEvent.Kind.GPU_RESET)).isEmpty();
        }
    }
}
