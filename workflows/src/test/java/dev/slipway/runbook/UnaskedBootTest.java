package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a run whose node runs another boot than the run asked for; judged by the node. */
class UnaskedBootTest {
    private static final List<String> ON_TO_THE_HARDWARE = List.of("image-drift", "gpu-fault-rma");

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    UnaskedBootTest() {
        node.installed.put("gpu-fault-rma", "GpuFaultRma");
        node.rows.put("gpu-fault-rma", "F13");
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run() {
        return bench.imageDrift(node).run(Bench.trigger(node, Bench.policy(false), Reason.DRIFT_FOUND));
    }

    private void fails(String call, int times, FailureType how) {
        IntStream.rangeClosed(1, times)
                .mapToObj(n -> new Fault(call, n, Fault.When.BEFORE, how))
                .forEach(node.faults::add);
    }

    private void crashesAt(String call) {
        node.onCall = now -> {
            if (now.equals(call)) {
                node.crash();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Diagnostics.diag1#1",
                "Diagnostics.diag3#1",
                "Diagnostics.nccl#1",
                "Nodes.smoke#1",
                "Nodes.facts#3"
            })
    void i1_aCrashUnderTestIsTheHardwaresWorkAndKeepsWhatWasConverged(String moment) {
        crashesAt(moment);

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.path()).isEqualTo(ON_TO_THE_HARDWARE);
        assertThat(node.packages).isEqualTo("pin");
        assertThat(node.transactions).hasSize(1);
        assertThat(node.calls)
                .containsSubsequence("Evidence.capture", "Evidence.bundle", "Gpus.reset", "Nodes.readmit");
    }

    @Test
    void i1_aCrashOnTheWayBackKeepsThePreviousSetAndIsNotTestedAgain() {
        node.badDiag.add("pin");
        crashesAt("Diagnostics.nccl#1");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.path()).isEqualTo(ON_TO_THE_HARDWARE);
        assertThat(outcome.entries().getFirst().toString()).contains("crashed under test");
        assertThat(node.packages).isEqualTo("previous");
        assertThat(node.pinned).isEmpty();
    }

    @Test
    void aRebootOnAWayBackThatNeedsNoneEndsNoTests() {
        node.row = "D20";
        node.badDiag.add("pin");
        crashesAt("Packages.settings#2");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.calls).doesNotContain("Gpus.reset");
    }

    @Test
    void theWayBackKnowsTheBootThatRunsWhenItBegins() {
        fails("Packages.converge", 2, FailureType.STEP_FAILED);
        crashesAt("Packages.converge#2");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.journal)
                .as("the packages of before are put back at once")
                .contains("Packages.converge#3")
                .doesNotContain("Packages.converge#4");
    }

    @Test
    void i1_aNodeThatDoesNotAnswerAfterItsCrashIsNotRolledBackEither() {
        fails("Diagnostics.diag3", 12, FailureType.TRANSIENT);
        crashesAt("Diagnostics.diag3#1");

        NodeOutcome outcome = run();

        assertThat(outcome.path()).as(outcome.toString()).isEqualTo(ON_TO_THE_HARDWARE);
        assertThat(node.packages).isEqualTo("pin");
        assertThat(node.transactions).hasSize(1);
    }

    @Test
    void aNodeThatCrashedAndKeepsNoLogOfTheBootBeforeWaitsForAPerson() {
        node.journalKept = false;
        crashesAt("Diagnostics.diag3#1");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("keeps no kernel log of the boot before");
        assertThat(node.unschedulable).isTrue();
        assertThat(node.calls).doesNotContain("Gpus.reset");
    }

    @Test
    void aNodeThatKeepsNoLogIsBroughtBackWhereItsBootDidNotChange() {
        node.journalKept = false;

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
    }

    @Test
    void aCrashUnderTheTestsOfTheHardwaresOwnRunbookHoldsTheNode() {
        node.row = "F13";
        node.packages = "pin";
        node.running = "pin";
        node.driver.resident = "pin";
        crashesAt("Diagnostics.nccl#1");

        NodeOutcome outcome = bench.gpuFaultRma(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).startsWith("crashed under test");
        assertThat(node.heldReason).startsWith("crashed under test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nodes.drain#1", "Packages.preview#1", "Packages.converge#1"})
    void i9_theRebootOfAnotherBeforeTheChangeDoesNotStandForOurs(String moment) {
        crashesAt(moment);

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.boots).as("the first, that of the other, and ours").isEqualTo(3);
        assertThat(node.running).isEqualTo("pin");
    }

    @Test
    void i9_theSameOnTheWayBack() {
        node.badDiag.add("pin");
        crashesAt("Packages.converge#2");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(node.boots).isEqualTo(4);
        assertThat(node.running).isEqualTo("previous");
    }

    @ParameterizedTest
    @ValueSource(strings = {"F9", "F8"})
    void i9_theRebootOfAnotherStandsForNoRungOfTheHardwaresOwnRunbook(String row) {
        node.rows.put("gpu-fault-rma", row);
        node.packages = "pin";
        node.running = "pin";
        node.driver.resident = "pin";
        node.gpus.mayCycle = true;
        crashesAt("Evidence.bundle#1");

        bench.gpuFaultRma(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

        assertThat(node.boots).as("the first, that of the other, and ours").isEqualTo(3);
    }

    @Test
    void aNodeThatSomebodyRebootsAgainAndAgainIsHeld() {
        node.onCall = now -> {
            if (now.startsWith("Packages.converge#")) {
                node.crash();
            }
        };

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("rebooted by somebody else");
        assertThat(node.transactions).isEmpty();
    }
}
