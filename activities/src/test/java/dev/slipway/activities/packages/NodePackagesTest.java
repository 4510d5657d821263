package dev.slipway.activities.packages;

import static dev.slipway.activities.ssh.OneNode.GOAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.FailureType;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePackagesTest {
    private static final Condition DRIFTED = new Condition.Runs(SoftwareSet.previous());

    @TempDir
    private Path folder = Path.of("");

    private final List<String> previews = new ArrayList<>();

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private NodePackages packages(OneNode node) {
        return new NodePackages(node.tools(), OneNode::baseline, node::guard, (act, lines) -> previews.addAll(lines));
    }

    private static void assertFails(FailureType type, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApplicationFailure.class, f -> {
            assertThat(f.getType()).isEqualTo(type.name());
            assertThat(f.getOriginalMessage()).contains(text);
        });
    }

    private static Map<String, String> installed(OneNode node) {
        Map<String, String> versions = new TreeMap<>();
        SoftwareSet.pinned()
                .packages()
                .keySet()
                .forEach(name ->
                        versions.put(name, node.see(() -> node.node().packages().version(name))));
        return versions;
    }

    private static void assertConverged(OneNode node) {
        assertThat(installed(node)).isEqualTo(new TreeMap<>(SoftwareSet.pinned().packages()));
        assertThat(node.see(() -> node.node().packages().held()))
                .containsAll(SoftwareSet.pinned().packages().keySet());
    }

    @Test
    void convergesEveryPackageToItsExactVersionAndHoldsTheWholeSet() {
        try (OneNode node = node(DRIFTED)) {
            List<String> changed = packages(node).converge(node.act("converge", 1), GOAL);
            assertConverged(node);
            assertThat(changed).contains("libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9");
            assertThat(node.guarded()).isNotEmpty();
            packages(node).prove(node.act("idempotence", 1), GOAL);
        }
    }

    @Test
    void goesDownAsItGoesUp() {
        try (OneNode node = node()) {
            packages(node).converge(node.act("converge", 1), OneNode.PREVIOUS);
            assertThat(installed(node))
                    .isEqualTo(new TreeMap<>(SoftwareSet.previous().packages()));
        }
    }

    @Test
    void aNodeAtItsGoalIsNotTouched() {
        try (OneNode node = node()) {
            assertThat(packages(node).converge(node.act("converge", 1), GOAL)).isEmpty();
            assertThat(node.guarded()).isEmpty();
            assertThat(node.events(NodeEvent.Kind.COMMAND)).isEmpty();
        }
    }

    @Test
    void aRunThatEndedIsJoinedAndToldFromItsOutput() {
        try (OneNode node = node(DRIFTED)) {
            packages(node).converge(node.act("converge", 1), GOAL);
            List<String> again = packages(node).converge(node.act("converge", 1), GOAL);
            assertThat(again).contains("libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9");
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
        }
    }

    @Test
    void aConnectionThatDropsAtTheStartStartsNothingTwice() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(DRIFTED)
                .failing(new Faults.Rule("slipway-start", 1, Moment.AFTER, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            assertFails(
                    FailureType.TRANSIENT,
                    "slipway-start",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            packages(node).converge(node.act("converge", 1), GOAL);
            assertConverged(node);
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).hasSize(1);
        }
    }

    @Test
    void aTransactionThatIsCutIsAmbiguousAndTheNextAttemptRepairsIt() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .with(DRIFTED)
                .failing(new Faults.Rule("apt-get", 2, Moment.DURING, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            assertFails(
                    FailureType.AMBIGUOUS,
                    "its end is unknown",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
            packages(node).converge(node.act("converge", 2), GOAL);
            assertConverged(node);
        }
    }

    @Test
    void aHalfConfiguredPackageIsFinishedFirst() {
        try (OneNode node = node(
                DRIFTED, new Condition.HalfConfigured("nvidia-dkms-570-server"), new Condition.DpkgInterrupted())) {
            packages(node).converge(node.act("converge", 1), GOAL);
            assertConverged(node);
        }
    }

    @Test
    void waitsForTheLockOfAnother() {
        try (OneNode node = node(DRIFTED, new Condition.DpkgLocked(646, Duration.ofMinutes(5)))) {
            packages(node).converge(node.act("converge", 1), GOAL);
            assertConverged(node);
        }
    }

    @Test
    void tellsAptsOwnLastWord() {
        try (OneNode node = node(DRIFTED, new Condition.MirrorGone())) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "E: Failed to fetch",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
        }
    }

    @Test
    void aFullDiskIsNamed() {
        try (OneNode node = node(DRIFTED, new Condition.DiskFull("/var/cache/apt"))) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "E: IO Error saving source cache",
                    () -> packages(node).converge(node.act("converge", 1), GOAL));
        }
    }

    @Test
    void fetchesListsThatWereNeverThere() {
        try (OneNode node = node(DRIFTED, new Condition.NoPackageLists())) {
            assertThat(packages(node).preview(node.act("preview", 1), GOAL))
                    .anyMatch(line -> line.startsWith("no preview yet: apt-get -s: E: "))
                    .contains("libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9");
            packages(node).converge(node.act("converge", 1), GOAL);
            assertConverged(node);
        }
    }

    @Test
    void previewsWithoutChangingAnything() {
        try (OneNode node = node(DRIFTED)) {
            List<String> lines = packages(node).preview(node.act("preview", 1), GOAL);
            assertThat(lines).contains("libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9");
            assertThat(lines).doesNotHaveDuplicates().isEqualTo(previews);
            assertThat(packages(node).commands(node.act("preview", 1), GOAL))
                    .anyMatch(line ->
                            line.contains("apt-get") && line.contains("install") && line.contains("libnccl2=2.27.3"))
                    .last(STRING)
                    .startsWith("apt-mark hold ");
            assertThat(node.events(NodeEvent.Kind.TRANSACTION)).isEmpty();
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void provesNothingWhileAHoldIsLost() {
        try (OneNode node = node(new Condition.HoldLost("libnccl2"))) {
            assertFails(
                    FailureType.VERDICT,
                    "libnccl2 held: no → yes",
                    () -> packages(node).prove(node.act("idempotence", 1), GOAL));
            packages(node).hold(node.act("hold-packages", 1), GOAL);
            packages(node).prove(node.act("idempotence", 1), GOAL);
        }
    }

    @Test
    void holdsNothingAtAVersionThatIsWrong() {
        try (OneNode node = node(new Condition.PackageAt("libnccl2", "2.26.2-1+cuda12.8"))) {
            assertFails(
                    FailureType.VERDICT,
                    "libnccl2 2.26.2-1+cuda12.8 → 2.27.3-1+cuda12.9",
                    () -> packages(node).hold(node.act("hold-packages", 1), GOAL));
        }
    }

    @Test
    void startsServicesAndReadsThemBack() {
        try (OneNode node = node(new Condition.ServiceStopped("nvidia-fabricmanager"))) {
            packages(node).services(node.act("services", 1), GOAL);
            assertThat(node.see(() -> node.node().services().active("nvidia-fabricmanager")))
                    .isTrue();
        }
        try (OneNode node = node(
                new Condition.ServiceBroken("nvidia-fabricmanager"),
                new Condition.ServiceStopped("nvidia-fabricmanager"))) {
            assertFails(
                    FailureType.STEP_FAILED,
                    "nvidia-fabricmanager is failed",
                    () -> packages(node).services(node.act("services", 1), GOAL));
        }
    }

    /** DCGM keeps its target in memory only: after a boot our unit gives it again. */
    @Test
    void settingsAreThereAfterABootToo() throws InterruptedException {
        try (OneNode node = node()) {
            node.node().become(new Condition.Settings(node.node().settings().powerLimit(500)));
            packages(node).settings(node.act("settings", 1), GOAL);
            node.reboot();
            assertThat(node.see(() -> node.node().settings().powerLimit())).isEqualTo(700);
            packages(node).settings(node.act("settings", 1), GOAL);
            int guarded = node.guarded().size();
            packages(node).settings(node.act("settings", 1), GOAL);
            assertThat(node.guarded()).as("only what is set is guarded").hasSize(guarded + 1);
        }
    }

    @Test
    void aTargetOfDcgmThatIsNotTheBaselinesIsReplaced() {
        try (OneNode node = node()) {
            node.node().wantedSettings(node.node().settings().powerLimit(500));
            packages(node).settings(node.act("settings", 1), GOAL);
            assertThat(node.see(() -> node.node().wantedSettings().orElseThrow().powerLimit()))
                    .isEqualTo(700);
        }
    }

    @Test
    void setsRuntimeSettingsAndReadsThemBack() {
        try (OneNode node = node()) {
            var other = node.node().settings().powerLimit(500).persistence(false);
            node.node().become(new Condition.Settings(other));
            packages(node).settings(node.act("settings", 1), GOAL);
            assertThat(node.see(() -> node.node().settings().powerLimit())).isEqualTo(700);
            assertThat(node.see(() -> node.node().settings().persistence())).isTrue();
            assertThat(node.see(() -> node.node().driver().beside())).containsExactly("nvidia_peermem");
        }
    }
}
