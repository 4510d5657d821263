package dev.slipway.activities.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.ModuleTable;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SshModulesTest {
    private static final Identity MACHINE = new Identity("m", "p", Optional.empty());
    private static final String POD = "3f1c2a44-0b7e-4c9a-9a51-6f0d2b1c7e10";
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    private Optional<String> frozen = Optional.empty();

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private SshModules modules(OneNode node) {
        Reading<AnsweringMachine> machine = Reading.of(new AnsweringMachine(MACHINE));
        Guard guard =
                new Guard(act -> new CordonedNode(), act -> machine, act -> Reading.of(List.of()), fleet -> frozen);
        return new SshModules(node.tools(), ref -> OneNode.baseline(ref), guard, act -> Map.of(POD, "ml/train-7"));
    }

    private static Act act(OneNode node, String step, int attempt) {
        Act act = node.act(step, attempt);
        return new Act(
                act.node(),
                act.fleet(),
                act.token(),
                act.workflowId(),
                "module-reload",
                act.step(),
                attempt,
                Optional.of(MACHINE),
                act.t0());
    }

    private StageResult swap(OneNode node, Clients found) {
        SshModules modules = modules(node);
        modules.stop(act(node, "stop-clients", 1), found);
        StageResult unloaded = modules.unload(act(node, "unload", 1), found);
        return unloaded.done() ? modules.load(act(node, "load-modules", 1), OneNode.GOAL, found) : unloaded;
    }

    private static void assertFails(FailureType type, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        f -> assertThat(f.getType()).as(f.getOriginalMessage()).isEqualTo(type.name()));
    }

    @Test
    void loadsThePinnedDriverInPlaceOfTheOldOneAndPutsBackWhatRan() {
        try (OneNode node = node(OLD, UPGRADED)) {
            SshModules modules = modules(node);
            Clients found = modules.clients(act(node, "list-driver-clients", 1));
            assertThat(modules.agree(act(node, "check-driver-versions", 1), OneNode.GOAL)
                            .why())
                    .contains("driverResident 570.124.06 → want 570.133.20");

            StageResult swapped = swap(node, found);
            assertThat(swapped.done()).isTrue();
            // What was logged of the old driver's clients is over; what the new one says while it loads counts.
            assertThat(node.logged(swapped.mark()))
                    .containsExactly(
                            "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.133.20  Release Build"
                                    + "  (dvs-builder@U22-I3-AE18-09-6)");
            assertThat(modules.start(act(node, "start-clients", 1), found)).isEmpty();

            assertThat(modules.agree(act(node, "check-driver-versions", 2), OneNode.GOAL)
                            .done())
                    .isTrue();
            assertThat(node.see(() -> node.node().driver().resident())).contains("570.133.20");
            assertThat(node.see(() -> ModuleTable.OWN.stream()
                            .allMatch(node.node().driver().modules()::loaded)))
                    .as("the same set as before")
                    .isTrue();
            assertThat(found.services()).containsSubsequence("nvidia-persistenced", "nvidia-dcgm");
            assertThat(found.services())
                    .allMatch(unit -> node.see(() -> node.node().services().active(unit)));
        }
    }

    @Test
    void namesEveryHolderByPidCommandAndOwnerBeforeAnythingIsStopped() {
        try (OneNode node = node()) {
            node.see(() -> {
                node.node().addProcess(new GpuProcess(4121, "/usr/bin/python3", 0, POD));
                node.node().addProcess(new GpuProcess(4200, "/usr/bin/nvtop", 1, "foreign"));
                return true;
            });

            assertThat(modules(node)
                            .clients(act(node, "list-driver-clients", 1))
                            .holders())
                    .contains(
                            new DeviceHolder(4121, "python3", "/dev/nvidia0", "pod ml/train-7"),
                            new DeviceHolder(4200, "nvtop", "/dev/nvidia1", "nobody we know"),
                            new DeviceHolder(1377, "nv-hostengine", "/dev/nvidia0", "service nvidia-dcgm.service"));
        }
    }

    /** I12: three tries, and then it says who; nobody is killed. */
    @Test
    void i12_aModuleThatAPodsProcessHoldsIsLeftLoadedAndTheProcessAlive() {
        try (OneNode node = node(OLD, UPGRADED)) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));
            node.see(() -> {
                node.node().addProcess(new GpuProcess(4121, "/usr/bin/python3", 0, POD));
                return true;
            });

            StageResult stageResult = swap(node, found);

            assertThat(stageResult.done()).isFalse();
            assertThat(stageResult.why()).contains("in use").contains("pid 4121 python3 (pod ml/train-7)");
            assertThat(node.see(() -> node.node().processes())).hasSize(1);
            assertThat(node.see(() -> node.node().driver().resident())).contains("570.124.06");
        }
    }

    @Test
    void aModuleThatIsNotAtThePinIsNeverLoaded() {
        try (OneNode node = node(new Condition.UpgradedWithoutReboot(SoftwareSet.newer()))) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));

            assertFails(FailureType.GATE_CLOSED, () -> swap(node, found));
        }
    }

    @Test
    void aRejectedKeyIsAnotherRunbooksWork() {
        Condition rejected = new Condition.LoadFails(
                "Key was rejected by service", "Loading of module with unavailable key is rejected", false);
        try (OneNode node = node(OLD, UPGRADED, rejected)) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));

            assertThat(swap(node, found).needs()).isEqualTo(DriverFault.MODULE_REFUSED.name());
        }
    }

    @Test
    void aModuleIsTriedOutWhereNoneIsLoadedAndOnlyOnce() {
        try (OneNode node = node(new Condition.DriverNotLoaded())) {
            assertThat(modules(node).tryOut(act(node, "load-modules", 1), OneNode.GOAL))
                    .isEqualTo(StageResult.DONE);
            assertThat(modules(node).tryOut(act(node, "load-modules", 2), OneNode.GOAL))
                    .isEqualTo(StageResult.DONE);

            assertThat(node.see(() -> node.node().driver().resident())).contains("570.133.20");
            assertThat(node.events(NodeEvent.Kind.MODULES)).hasSize(1);
        }
    }

    @Test
    void anOlderModuleInTheKernelStaysAndOnlyTheBootTells() {
        try (OneNode node = node(OLD, UPGRADED)) {
            StageResult stageResult = modules(node).tryOut(act(node, "load-modules", 1), OneNode.GOAL);

            assertThat(stageResult.done()).isTrue();
            assertThat(stageResult.why()).contains("570.124.06").contains("only the boot shows");
            assertThat(node.events(NodeEvent.Kind.MODULES)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Key was rejected by service, other line, HELD_BY_POLICY",
        "Required key not available, other line, HELD_BY_POLICY",
        "Operation not permitted, Lockdown: modprobe: unsigned module loading is restricted, HELD_BY_POLICY",
        "Unknown symbol in module, nvidia: Unknown symbol drm_gem_object_free (err -2), not done",
        "Exec format error, Loading of module with unavailable key is rejected, not done",
        "Invalid argument, nvidia: probe failed, not done",
        "No such device, NVRM: The NVIDIA probe routine was not called for 8 device(s)., done"
    })
    void aModuleThatTheKernelRefusesIsToldByItsKind(String said, String logged, String end) {
        try (OneNode node = node(new Condition.DriverNotLoaded(), new Condition.LoadFails(said, logged, false))) {
            SshModules modules = modules(node);
            if (end.equals(FailureType.HELD_BY_POLICY.name())) {
                assertFails(
                        FailureType.HELD_BY_POLICY, () -> modules.tryOut(act(node, "load-modules", 1), OneNode.GOAL));
                return;
            }
            StageResult stageResult = modules.tryOut(act(node, "load-modules", 1), OneNode.GOAL);

            assertThat(stageResult.done()).as(stageResult.why()).isEqualTo(end.equals("done"));
            assertThat(stageResult.why()).contains(said);
        }
    }

    @Test
    void i9_anAttemptOfWhichNobodyHeardIsJoined() {
        try (OneNode node = node(OLD, UPGRADED)) {
            SshModules modules = modules(node);
            Clients found = modules.clients(act(node, "list-driver-clients", 1));

            for (int asked = 0; asked < 2; asked++) {
                modules.stop(act(node, "stop-clients", 1), found);
            }
            for (int asked = 0; asked < 2; asked++) {
                assertThat(modules.unload(act(node, "unload", 1), found)).isEqualTo(StageResult.DONE);
            }
            for (int asked = 0; asked < 2; asked++) {
                assertThat(modules.load(act(node, "load-modules", 1), OneNode.GOAL, found)
                                .done())
                        .isTrue();
            }

            assertThat(node.events(NodeEvent.Kind.MODULES))
                    .filteredOn(e -> e.startsWith("modprobe nvidia ") || e.equals("rmmod nvidia"))
                    .hasSize(2);
        }
    }

    @Test
    void aFrozenFleetKeepsNothingFromBeingStartedAgain() {
        try (OneNode node = node(OLD, UPGRADED)) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));
            swap(node, found);
            frozen = Optional.of("by hand");

            assertThat(modules(node).start(act(node, "start-clients", 1), found))
                    .isEmpty();
            assertFails(FailureType.EXTERNAL_CHANGE, () -> modules(node).stop(act(node, "stop-clients", 2), found));
        }
    }

    @Test
    void makesTheInitramfsAnewOnlyWhereItHoldsAnotherDriver() {
        try (OneNode node = node(new Condition.StaleInitramfs("570.124.06"))) {
            modules(node).initramfs(act(node, "initramfs", 1), OneNode.GOAL);
            modules(node).initramfs(act(node, "initramfs", 2), OneNode.GOAL);

            assertThat(node.see(() -> node.node().driver().initramfs())).contains("570.133.20");
            assertThat(node.see(() -> node.node().faults().calls("update-initramfs")))
                    .isEqualTo(1);
        }
    }

    /** A worker that died in the middle: what is begun is waited for, also where the node shows its goal. */
    @ParameterizedTest
    @ValueSource(strings = {"initramfs", "cdi"})
    void waitsForARunOfItsOwnThatIsStillAtWork(String step) throws Exception {
        try (OneNode node = node()) {
            Act act = act(node, step, 1);
            List<List<String>> commands = Collections.nCopies(80, List.of("update-initramfs", "-u", "-k", "all"));
            Thread died = Thread.startVirtualThread(() -> node.tools().runs().run(RunDirectory.of(act), commands));
            while (!node.tools().runs().began(RunDirectory.of(act))) {
                Thread.onSpinWait();
            }
            if (step.equals("cdi")) {
                assertThat(modules(node).cdi(act, OneNode.GOAL)).isEmpty();
            } else {
                modules(node).initramfs(act, OneNode.GOAL);
            }

            assertThat(node.tools().runs().state(RunDirectory.of(act)).kind()).isEqualTo(RunState.Kind.EXITED);
            died.join();
        }
    }
}
