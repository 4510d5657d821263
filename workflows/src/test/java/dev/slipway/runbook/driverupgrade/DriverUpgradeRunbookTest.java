package dev.slipway.runbook.driverupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done to a node that a plan moves, and where it ends; judged by the node. */
class DriverUpgradeRunbookTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = asPlanned(bench.node("gpu-1"));

    /** At the previous baseline, whole, with work on it. */
    static FakeNode asPlanned(FakeNode node) {
        node.packages = "previous";
        node.running = "previous";
        node.bootDefault = "previous";
        node.row = "do UPGRADE";
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run() {
        return run(Bench.policy(false));
    }

    private NodeOutcome run(NodePolicy policy) {
        bench.inAWave("DriverUpgrade", Bench.planned(Bench.trigger(node, policy, Reason.ROLLOUT)))
                .join();
        return node.outcome.orElseThrow();
    }

    @Test
    void provesTheNodeAsFoundMovesTheWholeSetAndBootsOnce() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.running).isEqualTo("pin");
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.asFound()).isTrue();
        assertThat(node.calls)
                .containsSubsequence(
                        "Nodes.drain",
                        "Diagnostics.diag1",
                        "Packages.preview",
                        "Operands.pause",
                        "Modules.stop",
                        "Packages.converge",
                        "Packages.prove",
                        "Modules.initramfs",
                        "Kernels.verify",
                        "Power.reboot",
                        "Packages.settings",
                        "Modules.start",
                        "Operands.resume",
                        "Packages.services",
                        "Packages.hold",
                        "Diagnostics.diag3",
                        "Kernels.verify",
                        "Nodes.readmit");
        assertThat(node.calls.stream().filter("Packages.converge"::equals)).hasSize(1);
        assertThat(node.pinned).as("until its fleet names it").contains(FakeNode.PIN);
    }

    /** Nobody planned it: by hand, by an alert, or by another runbook. */
    @Test
    void aRunThatNoRolloutStartedTouchesNothing() {
        Trigger alone = Bench.planned(Bench.trigger(node, Bench.policy(false), Reason.ROLLOUT));

        NodeOutcome outcome = bench.runbook(DriverUpgrade.class, node).run(alone);

        assertThat(outcome.toString())
                .isEqualTo("UNTOUCHED(driver-upgrade runs only in a rollout of a plan that a person approved)");
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Gates.mayLeaveService");
    }

    /** The upgrade is not blamed: nothing was changed, and the other runbook works towards the previous baseline. */
    @Test
    void i23_aNodeThatFailsBeforeTheChangeGoesToGpuFaultRmaAsFound() {
        node.badDiag.add("previous");
        node.installed.put("gpu-fault-rma", "GpuFaultRma");
        node.rows.put("gpu-fault-rma", "F13");

        NodeOutcome outcome = run();

        assertThat(outcome.path()).containsExactly("driver-upgrade", "gpu-fault-rma");
        assertThat(outcome.entries().getFirst().toString()).contains("before anything was changed: G5 fail");
        assertThat(node.calls).doesNotContain("Packages.preview", "Packages.converge");
        assertThat(node.packages).isEqualTo("previous");
        assertThat(outcome.outcome().out()).as(outcome.toString()).isTrue();
    }

    @Test
    void i23_aNodeThatPassesAtThePreviousBaselineAfterTheOtherRunbookIsReadmittedThere() {
        node.faults.add(new Fault("Diagnostics.diag1", 1, Fault.When.BEFORE, FailureType.VERDICT));

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isNotEqualTo(Outcome.CONVERGED);
        assertThat(node.packages).isEqualTo("previous");
        assertThat(node.calls).doesNotContain("Packages.converge");
    }

    @Test
    void i25_i26_aRegressionIsRolledBackThroughTheSameGatesAndPinned() {
        node.badDiag.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(outcome.failedGate()).isEqualTo("G5");
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.pinned).contains(FakeNode.PREVIOUS);
        assertThat(node.boots).isEqualTo(3);
        assertThat(node.asFound()).isTrue();
    }

    /** The device plugin is among what is paused: without it no gate that counts the scheduler's GPUs would pass. */
    @Test
    void whatIsPausedRunsAgainBeforeTheGatesAreAskedOnTheWayBackToo() {
        node.faults.add(new Fault("Packages.prove", 1, Fault.When.BEFORE, FailureType.VERDICT));

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.calls)
                .containsSubsequence(
                        "Operands.pause",
                        "Modules.stop",
                        "Packages.converge",
                        "Packages.prove",
                        "Packages.converge",
                        "Power.reboot",
                        "Modules.start",
                        "Operands.resume",
                        "Gates.verify",
                        "Nodes.readmit");
        assertThat(node.driver.asFound()).isTrue();
    }

    /** Step 5 of the procedure: no boot is spent on a set without module. */
    @Test
    void aSetWithoutModuleIsUndoneBeforeTheBoot() {
        node.driver.unbuilt.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("ROLLED_BACK(not booted: K fail");
        assertThat(node.calls).containsSubsequence("Kernels.verify", "Packages.converge", "Power.reboot");
        assertThat(node.running).isEqualTo("previous");
    }

    @Test
    void anotherKernelBootsOnceIsProvenAndThenBecomesTheDefault() {
        node.row = "do UPGRADE_KERNEL";

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.bootDefault).isEqualTo("pin");
        assertThat(node.calls)
                .containsSubsequence(
                        "Packages.converge",
                        "Kernels.verify",
                        "Kernels.bootState",
                        "Kernels.bootOnce",
                        "Power.reboot",
                        "Kernels.booted",
                        "Operands.resume",
                        "Gates.verify",
                        "Diagnostics.diag1",
                        "Kernels.bootAlways",
                        "Diagnostics.diag3",
                        "Nodes.readmit")
                .doesNotContain("Kernels.build");
    }

    @Test
    void aModuleThatThePackagesDidNotBuildForTheNewKernelIsBuiltBeforeTheBoot() {
        node.row = "do UPGRADE_KERNEL";
        node.driver.unbuilt.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls)
                .containsSubsequence("Kernels.headers", "Kernels.build", "Kernels.initramfs", "Kernels.bootOnce");
    }

    @Test
    void aModuleThatDoesNotBuildForTheNewKernelCostsNoBootIntoIt() {
        node.row = "do UPGRADE_KERNEL";
        node.driver.unbuilt.add("pin");
        node.faults.add(new Fault("Kernels.build", 1, Fault.When.BEFORE, FailureType.VERDICT));

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.bootDefault).isEqualTo("previous");
        assertThat(node.calls.indexOf("Kernels.bootOnce"))
                .as("the only boot is that of the way back")
                .isGreaterThan(node.calls.lastIndexOf("Packages.converge"));
    }

    @Test
    void aKernelThatFailsItsGatesIsLeftForThePreviousOne() {
        node.row = "do UPGRADE_KERNEL";
        node.badDiag.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.bootDefault).isEqualTo("previous");
    }

    @Test
    void thePlannedImageIsWrittenOnceAndProven() {
        node.row = "do IMAGE";

        NodeOutcome outcome = run(Bench.imaging(false));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).contains("Image.reimage").doesNotContain("Packages.converge");
    }

    @Test
    void i5_aSoakThatFailsCordonsAgain() {
        node.troubles.add("XID 119 on 0000:1b:00.0");

        assertThat(run().toString()).startsWith("HELD(soak failed: XID 119");
        assertThat(node.unschedulable).isTrue();
    }
}
