package dev.slipway.runbook.gpufaultrma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.StageResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which rungs a faulty GPU takes, and where its node ends; judged by the node. */
class GpuFaultRmaRunbookTest {
    private static final Set<String> RUNGS = Set.of("Gpus.reset", "Power.reboot", "Power.cycle");

    private final Bench bench = new Bench().start();
    private final FakeNode node = faulty(bench.node("gpu-1"));

    /** At the pin, with a GPU whose driver asks for a reset. */
    static FakeNode faulty(FakeNode node) {
        node.packages = "pin";
        node.running = "pin";
        node.driver.resident = "pin";
        node.row = "F13";
        return node;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.driver.asFound()).as("labels and services").isTrue();
    }

    private NodeOutcome run() {
        return bench.gpuFaultRma(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));
    }

    private List<String> rungs() {
        return node.calls.stream().filter(RUNGS::contains).toList();
    }

    @Test
    void i10_aResetIsTakenAfterTheEvidenceAndProvenByTheLongDiagnostic() {
        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Gpus.reset");
        assertThat(node.calls)
                .containsSubsequence(
                        "Evidence.capture", "Nodes.drain", "Evidence.bundle", "Gpus.reset", "Operands.resume");
        assertThat(node.calls).containsSubsequence("Gpus.reset", "Diagnostics.diag3", "Nodes.readmit");
        assertThat(node.gpus.history).hasSize(1).first().asString().startsWith("RESET");
        assertThat(node.gpus.tickets).isEmpty();
    }

    @Test
    void i11_aResetThatDoesNotHelpIsFollowedByOneRebootAndThenAPersonReplacesTheGpu() {
        node.gpus.curedBy = "nothing";

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(outcome.reason()).startsWith("RMA candidate: ").contains("GPU reset done", "ticket opened");
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.heldReason).startsWith("RMA candidate: ");
        assertThat(node.gpus.tickets).hasSize(1);
        assertThat(node.gpus.history)
                .extracting(event -> event.split(" ")[0])
                .containsExactly("RESET", "REBOOT", "RMA");
    }

    @Test
    void i12_whatHoldsAGpuIsNamedAndTheNodeIsRebootedInstead() {
        node.gpus.reset = StageResult.not("in use: /dev/nvidia0 held by pid 4121");
        node.gpus.curedBy = "reboot";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
        assertThat(node.gpus.history).hasSize(1);
    }

    @Test
    void aGpuThatNoRebootBringsBackToTheBusGetsItsNodesPowerCycledOnce() {
        node.row = "F9";
        node.gpus.offTheBus = true;
        node.gpus.curedBy = "cycle";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Power.reboot", "Power.cycle");
        assertThat(node.boots).as("two reboots at most").isEqualTo(3);
    }

    @Test
    void withoutABmcAGpuThatIsGoneIsNamedForReplacementAndWhyThePowerWasLeftAloneIsSaid() {
        node.row = "F9";
        node.gpus.offTheBus = true;
        node.gpus.mayCycle = false;

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(outcome.reason()).contains("no BMC is configured");
    }

    @Test
    void aRowThatCouldNotBeRemappedIsNotResetButNamedForReplacement() {
        node.row = "F3";

        assertThat(run().outcome()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(rungs()).isEmpty();
        assertThat(node.calls).containsSubsequence("Evidence.bundle", "Nodes.hold", "Evidence.record", "Tickets.open");
    }

    @Test
    void i21_aGpuThatCameBackAndFailsTheLongDiagnosticIsReplacedAndNeverReadmitted() {
        node.badDiag.add("pin");

        NodeOutcome outcome = run();

        // The short diagnostic fails first, and its tests are of the software.
        assertThat(outcome.outcome()).as(outcome.toString()).isIn(Outcome.HELD, Outcome.RMA_CANDIDATE);
        assertThat(node.calls).doesNotContain("Nodes.readmit");
    }

    @Test
    void anApplicationsErrorTouchesNothing() {
        node.row = "F18";

        assertThat(run().outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Evidence.bundle");
    }

    @Test
    void aTicketThatNobodyTakesIsSaidAndLosesNoCandidate() {
        node.row = "F3";
        node.gpus.ticketsRefused = true;

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(outcome.reason()).contains("answered 500");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.calls.stream().filter("Tickets.open"::equals).count()).isGreaterThan(10);
    }

    @Test
    void aReloadThatFindsAGpuMissingHandsItsNodeOverUnderTheSameCordon() {
        node.rows.put("module-reload", "D2");
        node.rows.put("gpu-fault-rma", "F9");
        node.installed.put("gpu-fault-rma", "GpuFaultRma");
        node.gpus.curedBy = "reboot";

        NodeOutcome outcome = bench.moduleReload(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.path()).containsExactly("module-reload", "gpu-fault-rma");
        assertThat(node.calls).containsOnlyOnce("Nodes.cordon", "Nodes.readmit");
        assertThat(node.tokens).hasSize(1);
    }
}
