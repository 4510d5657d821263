package dev.slipway.activities.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.node.StageResult;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SoftwareSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SshFabricTest {
    private static final String POD = "3f1c2a44-0b7e-4c9a-9a51-6f0d2b1c7e10";
    private static final String RESTART = "restart nvidia-fabricmanager";

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    /** Without the clients of the driver, as a run has stopped them. */
    private static OneNode quiet(OneNode node) {
        node.see(() -> {
            node.node().services().stop(Services.DCGM);
            return true;
        });
        return node;
    }

    private static SshFabric fabric(OneNode node) {
        return new SshFabric(node.tools(), OneNode::baseline, node::guard, act -> Map.of(POD, "ml/train-7"));
    }

    private static List<String> restarts(OneNode node) {
        return node.events(NodeEvent.Kind.SERVICE).stream()
                .filter(RESTART::equals)
                .toList();
    }

    private static StageResult restart(OneNode node, int attempt) {
        return fabric(node).restart(node.act("restart-fabric", attempt));
    }

    private static StageResult settled(OneNode node) {
        return fabric(node).settled(node.act("wait-gpus-registered", 1), OneNode.GOAL);
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aFabricManagerThatWasKilledIsRestartedAndEveryGpuRegisters(Family family) {
        Condition set = new Condition.Runs(SoftwareSet.pinned().on(family));
        try (OneNode node = quiet(node(set, new Condition.FabricManagerKilled()))) {
            assertThat(settled(node).done()).isFalse();

            assertThat(restart(node, 1)).isEqualTo(StageResult.DONE);

            assertThat(settled(node)).isEqualTo(StageResult.DONE);
            assertThat(node.guarded()).hasSize(1);
        }
    }

    /** I11: whoever asks again, under whatever number, in one run. */
    @Test
    void i11_theSecondRestartOfARunJoinsTheFirst() {
        try (OneNode node = quiet(node(new Condition.FabricManagerKilled()))) {
            assertThat(restart(node, 1)).isEqualTo(StageResult.DONE);
            assertThat(restart(node, 1)).isEqualTo(StageResult.DONE);
            assertThat(restart(node, 2)).isEqualTo(StageResult.DONE);

            assertThat(restarts(node)).hasSize(1);
        }
    }

    /** I6: jobs lose their fabric with a restart. */
    @Test
    void i6_i12_isNotRestartedUnderAProcessAndNamesIt() {
        try (OneNode node = quiet(node(new Condition.FabricManagerWedged()))) {
            node.see(() -> {
                node.node().addProcess(new GpuProcess(4121, "/usr/bin/python3", 2, POD));
                return true;
            });

            assertThatThrownBy(() -> restart(node, 1))
                    .hasMessageContaining(
                            "is not restarted under /dev/nvidia2 held by pid 4121 python3 (pod ml/train-7)");
            assertThat(restarts(node)).isEmpty();
        }
    }

    @Test
    void i13_aFabricManagerOfAnotherVersionDoesNotStayUpAndSaysWhy() {
        try (OneNode node = quiet(node(new Condition.FabricManagerAt("570.124.06")))) {
            StageResult stageResult = restart(node, 1);

            assertThat(stageResult.done()).isFalse();
            assertThat(stageResult.why())
                    .contains("interface version 570.124.06 don't match with driver version 570.133.20");
        }
    }

    @Test
    void switchesThatMakeNoTopologyKeepItDown() {
        try (OneNode node = quiet(node(new Condition.SwitchesMissing(1)))) {
            assertThat(restart(node, 1).why()).contains("NVSwitches don't match with any supported system topology");
        }
    }

    /** I21: the unit is active all the time. */
    @Test
    void i21_oneGpuThatIsNotRegisteredKeepsTheFabricUnsettledAndIsNamed() {
        try (OneNode node = quiet(node(new Condition.GpuNotRegistered(3)))) {
            String uuid = node.see(() -> node.node().machine().slots().get(3).uuid());

            assertThat(fabric(node).unregistered(node.act("unregistered", 1), OneNode.GOAL))
                    .containsExactly(uuid);
            assertThat(settled(node).why()).contains(uuid).contains("In Progress");
        }
    }

    @Test
    void aGpuThatDoesNotAnswerIsNotTakenForRegistered() {
        try (OneNode node = quiet(node(new Condition.GpuLost(2)))) {
            assertThat(settled(node).why()).contains("7 of 8 GPUs report their state in the fabric");
            assertThatThrownBy(() -> fabric(node).unregistered(node.act("unregistered", 1), OneNode.GOAL))
                    .hasMessageContaining("7 of 8 GPUs");
        }
    }
}
