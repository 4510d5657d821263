package dev.slipway.activities.packages;

import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.FailureType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same packages adapter on a node of the RHEL family, whose tools answer as dnf 4 and rpm do. */
class RpmNodeTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned().on(Family.ROCKY);
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous().on(Family.ROCKY);
    private static final Condition WHOLE = new Condition.Runs(PINNED);
    private static final Condition DRIFTED = new Condition.Runs(PREVIOUS);

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private static NodePackages packages(OneNode node) {
        return new NodePackages(
                node.tools(), ref -> OneNode.baseline(ref, Family.ROCKY), node::guard, (act, lines) -> {});
    }

    private static void assertFails(FailureType type, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApplicationFailure.class, f -> {
            assertThat(f.getType()).isEqualTo(type.name());
            assertThat(f.getOriginalMessage()).contains(text);
        });
    }

    private static void assertAt(SoftwareSet set, OneNode node) {
        Map<String, String> found = new TreeMap<>();
        set.packages()
                .keySet()
                .forEach(name ->
                        found.put(name, node.see(() -> node.node().packages().version(name))));
        assertThat(found).isEqualTo(set.packages());
        assertThat(node.see(() -> node.node().packages().held()))
                .containsAll(set.packages().keySet());
        assertThat(node.see(() -> node.node().packages().broken())).isEmpty();
    }

    @Test
    void convergesEveryPackageToItsExactVersionAndLocksTheWholeSet() {
        try (OneNode node = node(DRIFTED)) {
            List<String> changed = packages(node).converge(node.act("converge", 1), GOAL);
            assertAt(PINNED, node);
            assertThat(changed)
                    .contains(
                            "libnccl 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9",
                            "nvidia-driver 3:570.124.06-1.el9 → 3:570.133.20-1.el9");
            packages(node).prove(node.act("idempotence", 1), GOAL);
        }
    }

    @Test
    void goesDownAsItGoesUp() {
        try (OneNode node = node(WHOLE)) {
            packages(node).converge(node.act("converge", 1), OneNode.PREVIOUS);
            assertAt(PREVIOUS, node);
            packages(node).prove(node.act("idempotence", 1), OneNode.PREVIOUS);
        }
    }

    /** dnf exits with 0 then, and the package counts as installed. */
    @Test
    void aScriptThatFailsFailsTheStepEachTimeItIsAsked() {
        try (OneNode node = node(DRIFTED, new Condition.PostinstFails("kmod-nvidia-open-dkms"))) {
            for (int attempt = 1; attempt <= 2; attempt++) {
                assertFails(
                        FailureType.STEP_FAILED,
                        "Error in POSTIN scriptlet in rpm package kmod-nvidia-open-dkms",
                        () -> packages(node).converge(node.act("converge", 1), GOAL));
            }
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
        }
    }

    @Test
    void aNodeAtItsGoalIsNotTouched() {
        try (OneNode node = node(WHOLE)) {
            assertThat(packages(node).converge(node.act("converge", 1), GOAL)).isEmpty();
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void makesTheInitialFileSystemAnew() {
        try (OneNode node = node(DRIFTED, new Condition.StaleInitramfs("570.124.06"))) {
            packages(node).converge(node.act("converge", 1), GOAL);
            node.see(() -> {
                node.node().power().cycle();
                return true;
            });
            assertAt(PINNED, node);
        }
    }

    @Test
    void aRunThatEndedIsJoinedAndToldFromItsOutput() {
        try (OneNode node = node(DRIFTED)) {
            packages(node).converge(node.act("converge", 1), GOAL);
            List<String> again = packages(node).converge(node.act("converge", 1), GOAL);
            assertThat(again).contains("nvidia-driver-3:570.133.20-1.el9.x86_64: upgrading");
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
        }
    }

    @Test
    void aTransactionThatIsCutIsAmbiguousAndTheNextAttemptRepairsIt() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(DRIFTED)
                .failing(new Faults.Rule("dnf", 1, Moment.DURING, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            assertFails(
                    FailureType.AMBIGUOUS,
                    "is not fully installed",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            packages(node).converge(node.act("converge", 2), GOAL);
            assertAt(PINNED, node);
        }
    }

    /** The newest of the two stays when duplicates are removed; a pin below it is reached from there. */
    @Test
    void aPackageThatIsThereTwiceIsRepairedFirstAlsoOnTheWayDown() {
        try (OneNode node = node(DRIFTED, new Condition.HalfConfigured("nvidia-driver"))) {
            packages(node).converge(node.act("converge", 1), GOAL);
            assertAt(PINNED, node);
        }
        try (OneNode node = node(WHOLE, new Condition.HalfConfigured("nvidia-driver"))) {
            packages(node).converge(node.act("converge", 1), OneNode.PREVIOUS);
            assertAt(PREVIOUS, node);
        }
    }

    @Test
    void waitsForTheLockOfAnother() {
        try (OneNode node = node(DRIFTED, new Condition.DpkgLocked(646, Duration.ofMinutes(5)))) {
            packages(node).converge(node.act("converge", 1), GOAL);
            assertAt(PINNED, node);
        }
    }

    /** I8: a transaction is not ours to end, however long it takes. */
    @Test
    void i8_aTransactionThatOutlastsItsTimeIsLeftAtWorkAndJoined() {
        try (OneNode node = node(DRIFTED)) {
            Lock ofAnother = new Lock(646, "dnf-automatic", Instant.MAX);
            node.node().clock().run(() -> node.node().packages().lockedBy(ofAnother));
            assertFails(
                    FailureType.STILL_RUNNING,
                    "it was not killed",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            RunDirectory runDirectory = RunDirectory.of(node.act("converge", 1));
            assertThat(node.tools().runs().state(runDirectory).kind()).isEqualTo(RunState.Kind.RUNNING);
            node.node().clock().run(() -> node.node().packages().unlock());
            node.tools().runs().run(runDirectory, List.of(), running -> false);

            packages(node).converge(node.act("converge", 1), GOAL);

            assertAt(PINNED, node);
            assertThat(node.events(NodeEvent.Kind.COMMAND)).as("begun once").hasSize(1);
        }
    }

    @Test
    void tellsWhyNothingWasChanged() {
        Map<Condition, String> reasons = Map.of(
                new Condition.MirrorGone(), "Error: Failed to download metadata for repo",
                new Condition.DiskFull("/"), "needs 312MB more space on the / filesystem",
                new Condition.DiskFull("/var/cache/dnf"), "Failed writing received data to disk",
                new Condition.UnknownKey(), "Public key for ");
        reasons.forEach((condition, reason) -> {
            try (OneNode node = node(DRIFTED, condition)) {
                assertFails(
                        FailureType.STEP_FAILED, reason, () -> packages(node).converge(node.act("converge", 1), GOAL));
                assertAt(PREVIOUS, node);
            }
        });
    }

    @Test
    void leavesANodeOfAnotherFamilyAlone() {
        try (OneNode node = node()) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "E: Unable to locate package kernel-core",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).isEmpty();
        }
    }

    @Test
    void previewsAsRootWithoutChangingAnything() {
        try (OneNode node = node(DRIFTED)) {
            List<String> lines = packages(node).preview(node.act("preview", 1), GOAL);
            assertThat(lines)
                    .contains(
                            "libnccl 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9",
                            "datacenter-gpu-manager-4-core 1:4.4.1-1: upgrading")
                    .noneMatch(line -> line.startsWith("no preview yet"));
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).isEmpty();
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void provesNothingWhileALockIsLost() {
        try (OneNode node = node(WHOLE, new Condition.HoldLost("libnccl"))) {
            assertFails(
                    FailureType.VERDICT,
                    "libnccl held: no → yes",
                    () -> packages(node).prove(node.act("idempotence", 1), GOAL));
            packages(node).hold(node.act("hold-packages", 1), GOAL);
            packages(node).prove(node.act("idempotence", 1), GOAL);
        }
    }

    /** An upgrade moves a package to whatever version is locked: such a lock is none, and goes. */
    @Test
    void aLockOfAnotherVersionIsReplaced() {
        try (OneNode node = node(WHOLE)) {
            node.see(() -> {
                node.node().packages().hold("libnccl", false);
                node.node().packages().hold("libnccl", "2.28.0-1+cuda13.0");
                return true;
            });
            packages(node).hold(node.act("hold-packages", 1), GOAL);
            assertAt(PINNED, node);
            assertThat(node.see(() -> node.node().packages().holds().get("libnccl")))
                    .containsExactly("2.27.3-1+cuda12.9");
        }
    }

    /** Locks of the goal that were there before must not look like the end of a converge that was cut. */
    @Test
    void locksOfTheGoalAreSetLast() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(DRIFTED, new Condition.StaleInitramfs("570.124.06"))
                .failing(new Faults.Rule("dracut", 1, Moment.BEFORE, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            node.see(() -> {
                PINNED.packages().forEach((name, version) -> {
                    node.node().packages().hold(name, false);
                    node.node().packages().hold(name, version);
                });
                return true;
            });
            assertFails(
                    FailureType.AMBIGUOUS,
                    "held: no → yes",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            packages(node).converge(node.act("converge", 2), GOAL);
            assertAt(PINNED, node);
        }
    }
}
