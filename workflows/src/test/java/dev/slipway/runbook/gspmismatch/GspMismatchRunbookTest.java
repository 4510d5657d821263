package dev.slipway.runbook.gspmismatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which rungs a node takes whose firmware fails, and where it ends; judged by the node. */
class GspMismatchRunbookTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = failing(bench.node("gpu-1"), "W13");

    /** The pinned set, booted, and firmware that fails. */
    static FakeNode failing(FakeNode node, String row) {
        node.packages = "pin";
        node.running = "pin";
        node.driver.resident = "pin";
        node.driver.gspFails = true;
        node.row = row;
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.driver.asFound()).as("labels and services").isTrue();
    }

    private NodeOutcome run() {
        return bench.gspMismatch(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));
    }

    private List<String> rungs() {
        return node.calls.stream()
                .filter(call -> List.of(
                                "Packages.purge",
                                "Packages.reinstall",
                                "Modules.rebuild",
                                "Modules.initramfs",
                                "Gpus.reset",
                                "Power.reboot")
                        .contains(call))
                .toList();
    }

    @Test
    void thePinnedSetIsPutInPlaceAnewBootedAndProven() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs())
                .containsExactly("Packages.reinstall", "Modules.rebuild", "Modules.initramfs", "Power.reboot");
        assertThat(node.calls)
                .containsSubsequence("Nodes.drain", "Operands.pause", "Modules.stop", "Packages.reinstall")
                .containsSubsequence("Power.reboot", "Modules.firmware", "Operands.resume", "Diagnostics.nccl")
                .containsSubsequence("Diagnostics.nccl", "Modules.firmware", "Nodes.readmit");
    }

    @Test
    void i12_theOtherBranchIsPurgedByItsNamesBeforeThePinnedSetIsPutInPlace() {
        node.row = "W11";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).startsWith("Packages.purge", "Packages.reinstall");
        assertThat(node.purged).containsExactly("nvidia-dkms-580-server", "nvidia-driver-580-server");
    }

    @Test
    void aResetThatHelpsNeedsNoReboot() {
        node.row = "W19";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Gpus.reset");
    }

    @Test
    void i11_aResetThatDoesNotHelpIsFollowedByOneReboot() {
        node.row = "W19";
        node.driver.gspHelps.remove("reset");

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
    }

    @Test
    void i11_i18_whatNeitherHelpsIsHeldAndNamesTheDriversBranch() {
        node.row = "W19";
        node.driver.gspHelps.clear();

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("several nodes").contains("driver-upgrade");
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
    }

    @Test
    void i11_aReinstallThatDoesNotHelpIsHeldAndNotRepeated() {
        node.driver.gspHelps.clear();

        assertThat(run().toString()).startsWith("HELD(the pinned set was reinstalled");
        assertThat(node.boots).isEqualTo(2);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void i21_aNodeThatFailsItsDiagnosticAfterwardsIsAnotherRunbooks() {
        node.badDiag.add("pin");

        assertThat(run().toString()).startsWith("HELD(needs gpu-fault-rma");
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }

    @Test
    void aHealthyNodeIsLeftAlone() {
        node.row = "D0";

        assertThat(run().outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Operands.pause");
    }

    @Test
    void aNodeThatModuleReloadCannotMendIsMendedUnderTheSameCordon() {
        node.rows.put("module-reload", "M13");
        node.driver.resident = "old";
        node.driver.brings.clear();
        node.installed.put("gsp-mismatch", "GspMismatch");
        node.onCall = call -> {
            if (call.startsWith("Diagnosis.workflowType")) {
                node.driver.resident = "pin";
                node.running = "pin";
            }
        };

        NodeOutcome outcome = bench.moduleReload(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.path()).containsExactly("module-reload", "gsp-mismatch");
        assertThat(node.calls).containsOnlyOnce("Nodes.cordon", "Nodes.readmit");
        assertThat(node.tokens).hasSize(1);
    }
}
