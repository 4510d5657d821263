package dev.slipway.activities.kernel;

import static dev.slipway.activities.kernel.NodeKernelsTest.assertFails;
import static dev.slipway.activities.kernel.NodeKernelsTest.kernels;
import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.BootRecord;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker that died in the middle of a step: the same act is asked again, on a node that may show its goal already. */
class KernelRunsTest {
    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Family family, Condition... conditions) {
        return OneNode.pinned(folder, family, conditions);
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void anActThatIsAskedAgainSaysWhatItChangedAndChangesNothingMore(Family family) {
        try (OneNode node = node(family, new Condition.ModuleNotBuilt(false))) {
            NodeKernels kernels = kernels(node, family);
            List<String> headers = kernels.headers(node.act("headers", 1), GOAL);
            List<String> build = kernels.build(node.act("build", 1), GOAL);

            assertThat(kernels.headers(node.act("headers", 1), GOAL)).hasSize(1).isEqualTo(headers);
            assertThat(kernels.build(node.act("build", 1), GOAL)).hasSize(1).isEqualTo(build);
            assertThat(node.guarded()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aRunThatBeganIsJudgedByItsEndAlsoWhereTheNodeShowsItsGoal(Family family) {
        try (OneNode node = node(family)) {
            NodeKernels kernels = kernels(node, family);
            Map<String, Consumer<Act>> steps = Map.of(
                    "headers", act -> kernels.headers(act, GOAL),
                    "build", act -> kernels.build(act, GOAL),
                    "module-package", act -> kernels.modulePackage(act, GOAL),
                    "boot-always", act -> kernels.bootAlways(act, GOAL),
                    "hold-kernel", act -> kernels.holdKernel(act, GOAL));
            kernels.bootAlways(node.act("boot-always", 1), GOAL);
            kernels.holdKernel(node.act("hold-kernel", 1), GOAL);
            steps.forEach((step, again) -> assertJoined(node, node.act(step, 2), again));
            BootRecord found = kernels.bootState(node.act("boot-state", 1));
            assertJoined(node, node.act("restore-boot", 1), act -> kernels.restoreBoot(act, found));
            kernels.bootOnce(node.act("boot-once", 1), GOAL);
            assertJoined(node, node.act("boot-once", 2), act -> kernels.bootOnce(act, GOAL));
            kernels.drop(node.act("remove-module", 1), GOAL);
            assertJoined(node, node.act("remove-module", 2), act -> kernels.drop(act, GOAL));
        }
    }

    private static void assertJoined(OneNode node, Act act, Consumer<Act> again) {
        node.tools().runs().run(RunDirectory.of(act), List.of(List.of("false")));
        assertFails(FailureType.STEP_FAILED, "ended with 1", () -> again.accept(act));
    }
}
