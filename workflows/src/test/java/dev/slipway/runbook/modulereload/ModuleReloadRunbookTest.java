package dev.slipway.runbook.modulereload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which rungs a node takes, and where it ends; judged by the node. */
class ModuleReloadRunbookTest {
    private static final List<String> RELOAD = List.of(
            "Modules.clients", "Operands.pause", "Modules.stop", "Modules.unload", "Modules.load", "Modules.agree");

    private final Bench bench = new Bench().start();
    private final FakeNode node = mismatched(bench.node("gpu-1"));

    /** The pinned packages under the old module. */
    static FakeNode mismatched(FakeNode node) {
        node.packages = "pin";
        node.running = "old";
        node.row = "M13";
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.driver.asFound()).as("labels and services").isTrue();
    }

    private NodeOutcome run() {
        return bench.moduleReload(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));
    }

    private List<String> rungs() {
        return node.calls.stream()
                .filter(call -> call.startsWith("Modules.un")
                        || call.equals("Modules.load")
                        || call.equals("Modules.rebuild")
                        || call.equals("Power.reboot")
                        || call.equals("Packages.reinstall"))
                .toList();
    }

    @Test
    void aReloadBringsThePinnedDriverBackWithoutARebootAndIsProven() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.boots).isEqualTo(1);
        assertThat(rungs()).containsExactly("Modules.unload", "Modules.load");
        assertThat(node.calls).containsSubsequence(RELOAD);
        assertThat(node.calls)
                .containsSubsequence("Modules.load", "Modules.start", "Operands.resume", "Diagnostics.diag2");
        assertThat(node.calls).doesNotContain("Ledger.partnerFor");
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void nothingIsPausedOrStoppedBeforeTheNodeIsProvenEmptyAndItsHoldersAreNamed() {
        run();

        List<String> before = node.calls.subList(0, node.calls.indexOf("Operands.pause"));
        assertThat(before).contains("Nodes.drain", "Modules.clients").doesNotContain("Modules.stop");
    }

    @Test
    void i11_i12_aModuleInUseIsNotForcedOutButRebooted() {
        node.driver.inUse = true;

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Modules.unload", "Power.reboot");
    }

    @Test
    void i11_eachRungIsTakenOnceAndTheLastLeadsToAnotherRunbook() {
        node.driver.brings.clear();

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(needs gsp-mismatch");
        assertThat(rungs())
                .containsExactly(
                        "Modules.unload", "Modules.load", "Power.reboot", "Packages.reinstall", "Power.reboot");
        assertThat(node.boots).as("at most two reboots a run").isEqualTo(3);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void aReinstallThatHelpsIsTheLastRungBeforeTheProof() {
        node.driver.brings.remove("load-modules");
        node.driver.brings.remove("reboot");

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).endsWith("Packages.reinstall", "Power.reboot");
    }

    @Test
    void i11_whatWasReinstalledFirstIsNotReinstalledAgain() {
        node.row = "M14";
        node.driver.brings.clear();

        assertThat(run().toString()).startsWith("HELD(needs gsp-mismatch");
        assertThat(rungs()).containsExactly("Packages.reinstall", "Modules.unload", "Modules.load", "Power.reboot");
    }

    @Test
    void aReinstallAfterWhichTheVersionsAgreeUnloadsNothing() {
        node.row = "M14";
        node.driver.resident = "pin";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Packages.reinstall");
    }

    @Test
    void aStaleBuildIsBuiltAnewBeforeItIsLoaded() {
        node.row = "M12";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Modules.rebuild", "Modules.unload", "Modules.load");
    }

    @Test
    void i12_theStrayPackagesThatTheRowNamesArePurgedAndTheDriverIsLoaded() {
        node.row = "M9";

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.purged).containsExactly("nvidia-stray", "nvidia-other");
        assertThat(node.calls).containsSubsequence("Packages.purge", "Modules.initramfs", "Modules.unload");
    }

    @Test
    void i23_aBuildThatFailsIsTheKernelsRunbooksWork() {
        node.row = "M12";
        node.driver.rebuilt = StageResult.needing(DriverFault.NO_MODULE, "the compiler is another one");

        assertThat(run().toString()).startsWith("HELD(needs kernel-gpu-missing");
        assertThat(rungs()).containsExactly("Modules.rebuild");
    }

    @Test
    void anOldInitramfsIsMadeAnewAndNothingIsUnloaded() {
        node.row = "M24";
        node.driver.resident = "pin";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).contains("Modules.initramfs").doesNotContain("Operands.pause");
        assertThat(rungs()).isEmpty();
    }

    @Test
    void aStaleCdiSpecificationIsWrittenAnewAndNothingIsUnloaded() {
        node.row = "M25";
        node.driver.resident = "pin";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).contains("Modules.cdi").doesNotContain("Operands.pause", "Modules.stop");
        assertThat(rungs()).isEmpty();
    }

    @Test
    void containersAreToldOfTheLoadedDriverBeforeOperandsResume() {
        run();

        assertThat(node.calls).containsSubsequence("Modules.load", "Modules.cdi", "Operands.resume");
    }

    @Test
    void peermemThatWasLoadedIsProvenWithAPartner() {
        node.driver.modules = List.of("nvidia", "nvidia_peermem");

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).contains("Ledger.partnerFor");
    }

    @Test
    void i21_aNodeThatFailsItsDiagnosticAfterTheReloadIsAnotherRunbooks() {
        node.badDiag.add("pin");

        NodeOutcome outcome = run();

        assertThat(outcome.toString()).startsWith("HELD(needs gpu-fault-rma");
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }

    @Test
    void aHealthyNodeIsLeftAlone() {
        node.row = "D0";

        assertThat(run().outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Operands.pause");
    }

    @Test
    void aFaultyNodeThatCannotBeEmptiedIsHeldAndNotReleased() {
        node.faults.add(new dev.slipway.fake.Fault(
                "Nodes.drain", 1, dev.slipway.fake.Fault.When.BEFORE, dev.slipway.model.FailureType.DRAIN_BLOCKED));

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(node.calls).doesNotContain("Operands.pause", "Modules.stop");
    }

    @Test
    void aNodeThatImageDriftFindsBrokenIsReloadedUnderTheSameCordon() {
        node.rows.put("image-drift", "D11");
        node.installed.put("module-reload", "ModuleReload");

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.path()).containsExactly("image-drift", "module-reload");
        assertThat(node.calls).containsOnlyOnce("Nodes.cordon", "Nodes.readmit");
        assertThat(node.tokens).hasSize(1);
    }
}
