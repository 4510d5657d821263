package dev.slipway.activities.kernel;

import static dev.slipway.activities.kernel.NodeKernelsTest.assertFails;
import static dev.slipway.activities.kernel.NodeKernelsTest.kernels;
import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodeEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A module that comes in a package, and one that the kernel refuses, on a simulated node of either family. */
class ModulePackageTest {
    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Family family, Condition... conditions) {
        return OneNode.pinned(folder, family, conditions);
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void thePackageOnOfferIsInstalledOnceAndTakenAwayWhereItsModuleIsRefused(Family family) {
        try (OneNode node = node(family, new Condition.Precompiled(true))) {
            NodeKernels kernels = kernels(node, family);

            List<String> installed = kernels.modulePackage(node.act("module-package", 1), GOAL);
            assertThat(installed).singleElement().asString().contains("nvidia");
            assertThat(kernels.modulePackage(node.act("module-package", 1), GOAL))
                    .isEqualTo(installed);
            assertThat(kernels.modulePackage(node.act("module-package", 2), GOAL))
                    .isEmpty();
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
            kernels.drop(node.act("remove-module", 1), GOAL);

            assertThat(node.see(() -> node.node().kernels().built(family.kernel())))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void whereNoPackageIsOnOfferNothingIsInstalled(Family family) {
        try (OneNode node = node(family, new Condition.Precompiled(false))) {
            assertFails(
                    FailureType.VERDICT,
                    "is on offer",
                    () -> kernels(node, family).modulePackage(node.act("module-package", 1), GOAL));
            assertThat(node.guarded()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aRefusedModuleIsTakenAwayWhateverBootsNextSoThatNothingBootsIt(Family family) {
        try (OneNode node = node(family)) {
            NodeKernels kernels = kernels(node, family);
            kernels.drop(node.act("remove-module", 1), GOAL);
            kernels.drop(node.act("remove-module", 2), GOAL);

            assertThat(node.guarded()).hasSize(1);
            assertFails(
                    FailureType.STEP_FAILED,
                    "no module of the driver is installed for it",
                    () -> kernels.bootOnce(node.act("boot-once", 1), GOAL));
        }
    }
}
