package dev.slipway.activities.packages;

import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packages that are right by their version and damaged on disk, and packages that should not be there, on both families. */
class ReinstallAndPurgeTest {
    private static final String OTHER = "580.65.06-0ubuntu1";
    private static final Condition STRAY = new Condition.StrayModulePackage("linux-modules-nvidia-580", OTHER);

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Family family, Condition... conditions) {
        return OneNode.pinned(folder, family, conditions);
    }

    private static NodePackages packages(OneNode node, Family family) {
        return new NodePackages(node.tools(), ref -> OneNode.baseline(ref, family), node::guard, (act, lines) -> {});
    }

    private static void assertFails(FailureType type, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApplicationFailure.class, f -> {
            assertThat(f.getType()).isEqualTo(type.name());
            assertThat(f.getOriginalMessage()).contains(text);
        });
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aReinstallMakesDamagedFilesWholeWhereAConvergeFindsNothingToDo(Family family) {
        try (OneNode node =
                node(family, new Condition.ModuleDamaged(), new Condition.FirmwareDamaged(Firmware.Damage.PARTIAL))) {
            NodePackages packages = packages(node, family);
            assertThat(packages.converge(node.act("converge", 1), GOAL)).isEmpty();
            assertThat(node.see(() -> node.node().driver().modules().refusal())).isPresent();

            List<String> anew = packages.reinstall(node.act("reinstall", 1), GOAL);

            assertThat(anew).anyMatch(line -> line.contains(family.names().module()));
            assertThat(anew).noneMatch(line -> line.startsWith("linux-image") || line.startsWith("kernel"));
            assertThat(node.see(() -> node.node().driver().modules().refusal())).isEmpty();
            String driver = SoftwareSet.pinned().driver();
            assertThat(node.see(() -> node.node().driver().firmware().damage(driver)))
                    .isEmpty();
            assertThat(node.see(() -> node.node().packages().held()))
                    .containsAll(SoftwareSet.pinned().on(family).packages().keySet());
            assertThat(node.guarded()).isNotEmpty();
            packages.prove(node.act("prove", 1), GOAL);
        }
    }

    @Test
    void i9_aReinstallThatEndedIsJoinedAndNotDoneAgain() {
        try (OneNode node = node(Family.UBUNTU)) {
            NodePackages packages = packages(node, Family.UBUNTU);
            List<String> first = packages.reinstall(node.act("reinstall", 1), GOAL);
            assertThat(packages.reinstall(node.act("reinstall", 1), GOAL)).isEqualTo(first);
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aReinstallFinishesWhatWasHalfDone(Family family) {
        try (OneNode node =
                node(family, new Condition.HalfConfigured(family.names().module()))) {
            packages(node, family).reinstall(node.act("reinstall", 1), GOAL);
            assertThat(node.see(() -> node.node().packages().broken())).isEmpty();
        }
    }

    @Test
    void aReinstallThatCannotFetchFailsAndSaysSo() {
        try (OneNode node = node(Family.UBUNTU, new Condition.MirrorGone())) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "Failed to fetch",
                    () -> packages(node, Family.UBUNTU).reinstall(node.act("reinstall", 1), GOAL));
        }
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void i12_aPurgeTakesExactlyWhatWasNamed(Family family) {
        try (OneNode node = node(family, STRAY)) {
            NodePackages packages = packages(node, family);
            List<String> before = names(node);
            List<String> stray = List.of("linux-modules-nvidia-580", "never-installed");

            assertThat(packages.purge(node.act("purge", 1), GOAL, stray))
                    .containsExactly("linux-modules-nvidia-580 purged");

            List<String> left = new java.util.ArrayList<>(before);
            left.remove("linux-modules-nvidia-580");
            assertThat(names(node)).isEqualTo(left);
            assertThat(node.see(() -> node.node().driver().modules().stray())).isFalse();
            packages.purge(node.act("purge", 1), GOAL, stray);
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
            assertThat(packages.purge(node.act("purge", 2), GOAL, stray)).isEmpty();
            packages.prove(node.act("prove", 1), GOAL);
        }
    }

    private static List<String> names(OneNode node) {
        return node.see(() ->
                node.node().packages().all().stream().map(PackageEntry::name).toList());
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void i12_aPurgeOfAPatternOrOfWhatTheGoalKeepsIsRefused(Family family) {
        try (OneNode node = node(family, STRAY)) {
            NodePackages packages = packages(node, family);
            for (String name : List.of("nvidia-*", "^nvidia", "nvidia-580-", "a b", "")) {
                assertFails(
                        FailureType.GATE_CLOSED,
                        "whole name",
                        () -> packages.purge(node.act("purge", 1), GOAL, List.of(name)));
            }
            assertFails(
                    FailureType.GATE_CLOSED,
                    "keeps",
                    () -> packages.purge(
                            node.act("purge", 1), GOAL, List.of(family.names().module())));
            assertThat(node.guarded()).isEmpty();
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).isEmpty();
        }
    }

    @Test
    void i12_aPurgeThatWouldTakeAnotherPackageWithItIsRefusedAndNamesIt() {
        try (OneNode node = node(Family.UBUNTU, new Condition.OtherBranch("580", OTHER))) {
            NodePackages packages = packages(node, Family.UBUNTU);
            assertFails(
                    FailureType.GATE_CLOSED,
                    "would also change: nvidia-driver-580-server",
                    () -> packages.purge(node.act("purge", 1), GOAL, List.of("nvidia-dkms-580-server")));
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).isEmpty();
            List<String> branch =
                    List.of("libnvidia-compute-580-server", "nvidia-dkms-580-server", "nvidia-driver-580-server");
            assertThat(packages.purge(node.act("purge", 2), GOAL, branch)).hasSize(3);
        }
    }
}
