package dev.slipway.activities.kernel;

import static dev.slipway.activities.ssh.OneNode.GOAL;
import static dev.slipway.activities.ssh.OneNode.PREVIOUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.BootRecord;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels on a simulated node of either family: built, booted once, made the default, and put back. */
class NodeKernelsTest {
    private static final Map<Family, String> NEWER =
            Map.of(Family.UBUNTU, "6.8.0-62-generic", Family.ROCKY, "5.14.0-570.12.1.el9_6.x86_64");
    private static final String NV_C =
            "/var/lib/dkms/nvidia-srv/570.133.20/build/nvidia/nv.c:95:10: error: no such member";

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Family family, Condition... conditions) {
        return OneNode.pinned(folder, family, conditions);
    }

    private static String newer(Family family) {
        return NEWER.getOrDefault(family, "");
    }

    /** The goal pins the kernel of the family's images; the previous baseline pins the newer one. */
    static NodeKernels kernels(OneNode node, Family family) {
        return kernels(node, family, new ArrayList<>());
    }

    private static NodeKernels kernels(OneNode node, Family family, List<UnbuildablePair> learnt) {
        return new NodeKernels(
                node.tools(), ref -> baseline(ref, family), node::guard, (act, pair) -> learnt.add(pair));
    }

    private static Baseline baseline(BaselineRef ref, Family family) {
        Baseline of = OneNode.baseline(ref, family);
        Map<Field, String> pins = new EnumMap<>(of.pins());
        pins.put(Field.KERNEL, ref.equals(GOAL) ? family.kernel() : newer(family));
        return ChangedBaseline.of(of).pins(pins).baseline();
    }

    static void assertFails(FailureType type, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApplicationFailure.class, f -> {
            assertThat(f.getType()).isEqualTo(type.name());
            assertThat(f.getOriginalMessage()).contains(text);
        });
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void buildsForThePinnedKernelAfterItsHeadersAndOnlyOnce(Family family) throws Exception {
        try (OneNode node = node(family, new Condition.ModuleNotBuilt(false))) {
            NodeKernels kernels = kernels(node, family);
            assertThat(kernels.verify(node.act("modules", 1), GOAL).verdict()).isEqualTo(Verdict.FAIL);

            assertThat(kernels.headers(node.act("headers", 1), GOAL)).hasSize(1);
            assertThat(kernels.build(node.act("build", 1), GOAL)).hasSize(1);
            kernels.initramfs(node.act("initramfs", 1), GOAL);

            assertThat(kernels.headers(node.act("headers", 2), GOAL)).isEmpty();
            assertThat(kernels.build(node.act("build", 2), GOAL)).isEmpty();
            assertThat(node.events(NodeEvent.Kind.TRANSACTION).stream().filter(t -> t.startsWith("dkms ")))
                    .hasSize(1);
            assertThat(node.guarded()).hasSize(3);
            node.reboot();
            assertThat(node.see(() -> node.node().driver().resident()))
                    .contains(SoftwareSet.pinned().driver());
            assertThat(kernels.verify(node.act("modules", 2), GOAL).verdict()).isEqualTo(Verdict.PASS);
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void bootsThePinnedKernelOnceAndOnlyThenForGood(Family family) throws Exception {
        try (OneNode node = node(family, new Condition.NewerKernel(newer(family)))) {
            NodeKernels kernels = kernels(node, family);
            BootRecord found = kernels.bootState(node.act("boot-state", 1));
            assertThat(found.kernel()).isEqualTo(newer(family));
            assertFails(
                    FailureType.STEP_FAILED,
                    "does not become the default",
                    () -> kernels.bootAlways(node.act("boot-always", 1), GOAL));

            kernels.bootOnce(node.act("boot-once", 1), GOAL);
            kernels.bootOnce(node.act("boot-once", 2), GOAL);
            assertThat(kernels.bootState(node.act("boot-state", 2)).kernel()).isEqualTo(newer(family));
            node.reboot();
            kernels.booted(node.act("check-running-kernel", 1), GOAL);
            kernels.bootAlways(node.act("boot-always", 2), GOAL);
            kernels.holdKernel(node.act("hold-kernel", 1), GOAL);

            assertThat(kernels.bootState(node.act("boot-state", 3)).kernel()).isEqualTo(family.kernel());
            assertThat(kernels.verify(node.act("modules", 1), GOAL).verdict()).isEqualTo(Verdict.PASS);
            node.reboot();
            kernels.booted(node.act("check-running-kernel", 2), GOAL);
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void putsDefaultAndHoldsBackTogether(Family family) throws Exception {
        try (OneNode node = node(family, new Condition.NewerKernel(newer(family)))) {
            NodeKernels kernels = kernels(node, family);
            BootRecord found = kernels.bootState(node.act("boot-state", 1));
            kernels.bootOnce(node.act("boot-once", 1), GOAL);
            node.reboot();
            kernels.bootAlways(node.act("boot-always", 1), GOAL);
            kernels.holdKernel(node.act("hold-kernel", 1), GOAL);

            kernels.restoreBoot(node.act("restore-boot", 1), found);
            kernels.restoreBoot(node.act("restore-boot", 2), found);

            assertThat(kernels.bootState(node.act("boot-state", 2))).isEqualTo(found);
        }
    }

    @Test
    void aFirstEntryThatBootsIsSavedBeforeAndPutBackAfter() throws Exception {
        try (OneNode node =
                node(Family.UBUNTU, new Condition.NewerKernel(newer(Family.UBUNTU)), new Condition.FirstEntryBoots())) {
            NodeKernels kernels = kernels(node, Family.UBUNTU);
            BootRecord found = kernels.bootState(node.act("boot-state", 1));
            assertThat(found.setting()).isEqualTo("0");

            kernels.bootOnce(node.act("boot-once", 1), GOAL);
            assertThat(kernels.bootState(node.act("boot-state", 2)).setting()).isEqualTo("saved");
            kernels.restoreBoot(node.act("restore-boot", 1), found);

            assertThat(kernels.bootState(node.act("boot-state", 3))).isEqualTo(found);
            assertThat(node.see(() -> node.node().kernels().once())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aBootThatFellBackToItsDefaultIsSeen(Family family) throws Exception {
        try (OneNode node = node(family, new Condition.NewerKernel(newer(family)), new Condition.OneShotFails())) {
            NodeKernels kernels = kernels(node, family);
            kernels.bootOnce(node.act("boot-once", 1), GOAL);
            node.reboot();

            assertFails(
                    FailureType.STEP_FAILED,
                    "fell back to its default",
                    () -> kernels.booted(node.act("check-running-kernel", 1), GOAL));
            assertThat(kernels.bootState(node.act("boot-state", 1)).kernel()).isEqualTo(newer(family));
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aKernelWithoutItsModuleIsNotBooted(Family family) {
        try (OneNode node = node(family, new Condition.NewerKernel(newer(family)))) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "no module of the driver is installed for it",
                    () -> kernels(node, family).bootOnce(node.act("boot-once", 1), PREVIOUS));
            assertThat(node.guarded()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aDriverThatDoesNotCompileIsAVerdictWithTheFirstErrorAndTold(Family family) {
        List<UnbuildablePair> learnt = new ArrayList<>();
        try (OneNode node = node(family, new Condition.BuildFails(NV_C, false))) {
            assertFails(
                    FailureType.VERDICT,
                    "no such member; no other node tries 570.133.20",
                    () -> kernels(node, family, learnt).build(node.act("build", 1), GOAL));
        }
        assertThat(learnt).containsExactly(UnbuildablePair.of(baseline(GOAL, family), NV_C));
    }

    @Test
    void whatAnotherCompilerBuildsIsNotTold() {
        List<UnbuildablePair> learnt = new ArrayList<>();
        try (OneNode node =
                node(Family.UBUNTU, new Condition.BuildFails("cc1: error: unrecognized command-line option", false))) {
            assertFails(
                    FailureType.VERDICT,
                    "does not build",
                    () -> kernels(node, Family.UBUNTU, learnt).build(node.act("build", 1), GOAL));
        }
        assertThat(learnt).isEmpty();
    }

    @Test
    void aBuildWithoutRoomMayBeTriedAgain() {
        try (OneNode node =
                node(Family.UBUNTU, new Condition.BuildFails("cc1: fatal error: No space left on device", false))) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "No space left",
                    () -> kernels(node, Family.UBUNTU).build(node.act("build", 1), GOAL));
        }
    }

    @Test
    void aModuleThatWasBuiltIsTakenAwayOnlyWhereAnotherKernelIsBooted() {
        try (OneNode node = node(Family.UBUNTU)) {
            NodeKernels kernels = kernels(node, Family.UBUNTU);
            kernels.unbuild(node.act("build", 1), GOAL, GOAL);
            assertThat(node.guarded()).isEmpty();

            kernels.unbuild(node.act("build", 2), GOAL, PREVIOUS);

            assertThat(node.see(() -> node.node().kernels().built(Family.UBUNTU.kernel())))
                    .isFalse();
        }
    }

    @Test
    void nouveauIsDeniedAndGoneAfterABoot() throws Exception {
        try (OneNode node = node(Family.UBUNTU, new Condition.NouveauBound())) {
            NodeKernels kernels = kernels(node, Family.UBUNTU);
            assertThat(kernels.denyNouveau(node.act("nouveau", 1))).isTrue();
            node.reboot();

            assertThat(kernels.denyNouveau(node.act("nouveau", 2))).isFalse();
            assertThat(node.see(() -> node.node().driver().resident())).isPresent();
        }
    }
}
