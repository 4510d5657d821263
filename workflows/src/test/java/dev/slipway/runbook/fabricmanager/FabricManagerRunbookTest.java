package dev.slipway.runbook.fabricmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.StageResult;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done to a node on each way, and where it ends; judged by the node. */
class FabricManagerRunbookTest {
    private static final List<String> ACTS =
            List.of("Packages.converge", "Gpus.reset", "Fabric.restart", "Fabric.settled", "Power.reboot");

    private final Bench bench = new Bench().start();
    private final FakeNode node = atThePin(bench.node("gpu-1"));

    /** Driver and packages are right; the fabric manager is down. */
    static FakeNode atThePin(FakeNode node) {
        node.packages = "pin";
        node.running = "pin";
        node.row = "N16";
        node.fabric.open.add("GPU-3");
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.driver.asFound()).as("labels and services").isTrue();
        assertThat(node.fabric.restarts()).as("I11").isLessThanOrEqualTo(1);
    }

    private NodeOutcome run() {
        return bench.fabricManager(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));
    }

    private List<String> acts() {
        return node.calls.stream().filter(ACTS::contains).toList();
    }

    @Test
    void aFabricManagerThatIsDownIsRestartedOnceAndProven() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(acts()).containsExactly("Fabric.restart", "Fabric.settled");
        assertThat(node.calls)
                .containsSubsequence(
                        "Nodes.drain",
                        "Modules.clients",
                        "Operands.pause",
                        "Modules.stop",
                        "Fabric.restart",
                        "Fabric.settled",
                        "Modules.start",
                        "Operands.resume",
                        "Gates.verify",
                        "Diagnostics.diag1",
                        "Diagnostics.diag3",
                        "Diagnostics.nccl");
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void i13_packagesOfTheDriversVersionAreInstalledBeforeTheRestart() {
        node.row = "N12";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(acts()).containsExactly("Packages.converge", "Fabric.restart", "Fabric.settled");
    }

    @Test
    void theGpuThatIsNotRegisteredIsResetBeforeTheRestart() {
        node.row = "N18";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(acts()).containsExactly("Gpus.reset", "Fabric.restart", "Fabric.settled");
    }

    @Test
    void nothingIsResetWhereEveryGpuIsRegisteredByThen() {
        node.row = "N18";
        node.fabric.open.clear();

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(acts()).isEmpty();
        assertThat(node.calls).doesNotContain("Operands.pause", "Modules.stop");
    }

    @Test
    void aGpuThatStaysUnregisteredIsAnotherRunbooksWork() {
        node.row = "N18";
        node.fabric.helps.clear();

        assertThat(run().toString()).startsWith("HELD(needs gpu-fault-rma");
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }

    @Test
    void aGpuThatCannotBeResetIsAnotherRunbooksWorkAndTheFabricManagerRunsAgain() {
        node.row = "N18";
        node.gpus.reset = StageResult.not("the driver refused");

        assertThat(run().toString()).startsWith("HELD(needs gpu-fault-rma");
        assertThat(acts()).containsExactly("Gpus.reset");
    }

    @Test
    void i11_afterAFatalSwitchErrorAllGpusAreResetAndOnlyThenTheNodeRebootedOnce() {
        node.row = "N14";
        node.fabric.helps.clear();
        node.fabric.helps.add("reboot");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(acts())
                .containsExactly("Gpus.reset", "Fabric.restart", "Fabric.settled", "Power.reboot", "Fabric.settled");
        assertThat(node.boots).isEqualTo(2);
    }

    @Test
    void aSwitchThatNeitherAResetNorARebootHelpsIsHeld() {
        node.row = "N14";
        node.fabric.helps.clear();

        assertThat(run().toString()).startsWith("HELD(not every GPU is registered");
        assertThat(acts()).endsWith("Power.reboot", "Fabric.settled");
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void aMissingSwitchIsHeldAsHardwareWithItsEvidenceAndNothingChanged() {
        node.row = "N13";

        assertThat(run().toString()).startsWith("HELD(NVSwitch hardware, not a GPU: 3 NVSwitches on the bus");
        assertThat(node.calls).contains("Evidence.capture", "Nodes.drain").doesNotContain("Modules.stop");
        assertThat(acts()).isEmpty();
    }

    @Test
    void i21_aUnitThatIsActiveIsNotTakenForAFabricThatWorks() {
        node.fabric.helps.clear();

        assertThat(run().toString()).startsWith("HELD(not every GPU is registered");
        assertThat(node.calls).doesNotContain("Gates.verify", "Nodes.readmit");
    }

    @Test
    void i11_aFabricManagerThatDoesNotStayUpIsNotRestartedAgain() {
        node.fabric.restart = StageResult.not("the fabric manager does not stay up");

        assertThat(run().toString()).startsWith("HELD(not every GPU is registered");
        assertThat(acts()).containsExactly("Fabric.restart");
    }

    @Test
    void i6_aRestartThatIsRefusedUnderSomebodysProcessHoldsTheNode() {
        node.faults.add(new Fault("Fabric.restart", 1, Fault.When.BEFORE, FailureType.GATE_CLOSED));

        assertThat(run().outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.fabric.restarts()).isZero();
    }

    @Test
    void i21_aNodeThatFailsItsDiagnosticAfterwardsIsAnotherRunbooks() {
        node.badDiag.add("pin");

        assertThat(run().toString()).startsWith("HELD(needs gpu-fault-rma");
    }
}
