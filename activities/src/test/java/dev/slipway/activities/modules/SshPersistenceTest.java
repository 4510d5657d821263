package dev.slipway.activities.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.node.StageResult;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.Services;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SshPersistenceTest {
    private static final Condition OFF = new Condition.ServiceDisabled(Services.PERSISTENCED);
    private static final Condition FLAG = new Condition.PersistenceFlagged();
    private static final Condition NO_UNIT = new Condition.ServiceMissing(Services.PERSISTENCED);

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private static SshPersistence persistence(OneNode node) {
        return new SshPersistence(node.tools(), OneNode::baseline, new SshPersistence.Safety(node::guard, act -> {}));
    }

    private static PersistenceState found(OneNode node) {
        return persistence(node).found(node.act("found", 1));
    }

    private static List<String> enable(OneNode node, PersistenceState found) {
        return persistence(node).enable(node.act("enable", 1), found);
    }

    private static StageResult lasts(OneNode node) {
        return persistence(node).lasts(node.act("check-persistence", 1), OneNode.GOAL);
    }

    static List<List<Condition>> asleep() {
        return List.of(List.of(OFF), List.of(FLAG), List.of(OFF, FLAG), List.of(NO_UNIT));
    }

    @ParameterizedTest
    @MethodSource("asleep")
    void aNodeThatSleepsIsWokenKeptAwakeOverABootAndPutBackAsFound(List<Condition> conditions) {
        try (OneNode node = node(conditions.toArray(Condition[]::new))) {
            PersistenceState found = found(node);
            assertThat(found.gpus().or(List.of())).hasSize(8).noneMatch(Mode::on);
            assertThat(lasts(node).done()).isFalse();

            assertThat(enable(node, found)).isNotEmpty();

            assertThat(lasts(node)).isEqualTo(StageResult.DONE);
            assertThat(node.guarded()).hasSize(1);

            persistence(node).restore(node.act("restore", 1), found);

            assertThat(found(node).gpus()).isEqualTo(found.gpus());
            assertThat(found(node).unit().map(Unit::flagged))
                    .isEqualTo(found.unit().map(Unit::flagged));
            assertThat(found(node).unit().map(Unit::atBoot))
                    .isEqualTo(found.unit().map(Unit::atBoot));
            assertThat(node.see(() -> node.node().services().dropIn())).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("asleep")
    void i9_whatIsAskedAgainChangesNothing(List<Condition> conditions) {
        try (OneNode node = node(conditions.toArray(Condition[]::new))) {
            PersistenceState found = found(node);
            enable(node, found);
            int acts = node.events(NodeEvent.Kind.SERVICE).size();

            assertThat(enable(node, found)).isEmpty();

            assertThat(node.events(NodeEvent.Kind.SERVICE)).hasSize(acts);
            persistence(node).restore(node.act("restore", 1), found);
            persistence(node).restore(node.act("restore", 2), found);
            assertThat(found(node).gpus()).isEqualTo(found.gpus());
        }
    }

    @Test
    void theOptionIsTakenOutByAFileBesideTheUnit() {
        try (OneNode node = node(FLAG)) {
            assertThat(enable(node, found(node)))
                    .containsExactly(
                            "--no-persistence-mode taken out of nvidia-persistenced", "nvidia-persistenced restarted");
            assertThat(found(node).unit().map(Unit::ours).or(false)).isTrue();
        }
    }

    @Test
    void aDaemonThatDoesNotStartIsAStepThatFailed() {
        try (OneNode node = node(OFF, new Condition.ServiceBroken(Services.PERSISTENCED))) {
            PersistenceState found = found(node);

            assertThatThrownBy(() -> enable(node, found)).hasMessageContaining("nvidia-persistenced");
        }
    }

    @Test
    void i21_aGpuThatDoesNotAnswerIsNotTakenForAwake() {
        try (OneNode node = node(new Condition.GpuLost(2))) {
            assertThat(lasts(node).why()).contains("7 of 8 GPUs say their mode");
        }
    }

    @Test
    void dcgmSetsWhatSleepingGpusForgot() {
        try (OneNode node = node()) {
            assertThat(persistence(node).enforce(node.act("enforce-dcgm", 1))).isEmpty();
        }
    }
}
