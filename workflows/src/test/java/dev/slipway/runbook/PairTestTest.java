package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeOutcome;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** I20: a partner is leased and cordoned like any node, and always given back. */
class PairTestTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");
    private final FakeNode partner = bench.node("partner-0");

    PairTestTest() {
        node.partners = 1;
        partner.row = "D0";
        partner.work = false;
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(partner.violations).isEmpty();
    }

    private NodeOutcome run() {
        return bench.imageDrift(node).run(Bench.trigger(node));
    }

    @Test
    void i20_thePartnerIsCordonedForTheTestAndGivenBackAsFound() {
        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls).contains("Diagnostics.ncclPair");
        assertThat(partner.calls).containsSubsequence("Nodes.facts", "Nodes.cordon", "Nodes.drain", "Nodes.readmit");
        CompletableFuture<String> loan =
                bench.client().newUntypedWorkflowStub(partner.ref.workflowId()).getResultAsync(String.class);
        assertThat(loan.join()).isEqualTo("returned");
        assertThat(partner.asFound()).isTrue();
    }

    @Test
    void i20_aPartnerWithWorkIsNotTestedWithAndGivenBackAsFound() {
        partner.work = true;

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
        assertThat(partner.calls).containsSubsequence("Nodes.cordon", "Nodes.drain", "Nodes.readmit");
        assertThat(partner.asFound()).isTrue();
    }

    @Test
    void aPartnerThatMayNotLeaveServiceStaysInIt() {
        partner.capacity = false;

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
        assertThat(partner.calls).doesNotContain("Nodes.cordon");
    }

    @Test
    void whatAPartnerWaitsForIsTakenInWhileItWaits() {
        List<String> shown = new ArrayList<>();
        partner.onCall = call -> {
            if (call.equals("Nodes.drain#1")) {
                bench.client()
                        .newUntypedWorkflowStub(partner.ref.workflowId())
                        .signal("waits", "drain", "a process of its last job ends");
                shown.add(bench.details(partner.ref.workflowId()));
            }
        };

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(shown)
                .singleElement()
                .asString()
                .contains("- why it waits: a process of its last job ends (reported at ");
        assertThat(node.calls).contains("Diagnostics.ncclPair");
        assertThat(partner.asFound()).isTrue();
    }

    @Test
    void noPartnerIsTakenOutForATestThatCannotRunOnTheNode() {
        node.lacking.put("G9", "mpirun is not there");

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.reason()).isEqualTo("G9 was not run: mpirun is not there");
        assertThat(node.calls).doesNotContain("Ledger.partnerFor", "Diagnostics.ncclPair");
        assertThat(partner.calls).isEmpty();
    }

    @Test
    void aTestThatCouldNotRunIsTriedWithOnePartnerMoreAndThenSaid() {
        node.partners = 9;
        node.pair = Verdict.NOT_RUN;
        for (int i = 1; i < 9; i++) {
            bench.node("partner-" + i).row = "D0";
            bench.node("partner-" + i).work = false;
        }

        NodeOutcome outcome = run();

        assertThat(outcome.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.reason()).startsWith("G9 was not run: with ");
        assertThat(node.calls.stream().filter("Diagnostics.ncclPair"::equals)).hasSize(2);
        assertThat(partner.asFound()).isTrue();
    }

    @Test
    void i19_aPairThatIsSuspendedForHeatGivesItsPartnerBackAndIsTestedAfterwards() {
        node.faults.add(new Fault("Diagnostics.ncclPair", 1, Fault.When.BEFORE, FailureType.SUSPENDED));
        node.heatLooks = 3;
        node.onCall = call -> {
            if (call.startsWith("Diagnostics.suspension") && !partner.asFound()) {
                node.violations.add("the partner is out while heat suspends");
            }
        };

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls)
                .containsSubsequence("Diagnostics.ncclPair", "Diagnostics.suspension", "Diagnostics.ncclPair");
        assertThat(partner.calls).containsSubsequence("Nodes.readmit", "Nodes.cordon");
        assertThat(partner.asFound()).isTrue();
    }

    @Test
    void aPartnerThatIsNotAtItsBaselineIsNotBorrowed() {
        partner.row = "D17";

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
        assertThat(partner.calls).doesNotContain("Nodes.cordon");
        assertThat(partner.asked)
                .as("leave of service asked for a node that cannot be lent")
                .isZero();
    }

    @Test
    void aPartnerInAnotherRunIsNotWaitedFor() {
        partner.row = "D17";
        var holder = bench.imageDrift(partner);
        WorkflowClient.start(holder::run, Bench.trigger(partner));

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(WorkflowStub.fromTyped(holder)
                        .getResultAsync(NodeOutcome.class)
                        .join()
                        .outcome())
                .isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).doesNotContain("Diagnostics.ncclPair");
    }

    @Test
    void i3_aPartnerThatCannotBeGivenBackIsHeldWithItsReason() {
        partner.faults.add(new Fault("Nodes.readmit", 1, Fault.When.BEFORE, FailureType.GATE_CLOSED));

        assertThat(run().outcome()).isEqualTo(Outcome.CONVERGED);

        CompletableFuture<String> loan =
                bench.client().newUntypedWorkflowStub(partner.ref.workflowId()).getResultAsync(String.class);
        assertThat(loan.join()).startsWith("held: ");
        assertThat(partner.calls).containsSubsequence("Nodes.cordon", "Nodes.readmit", "Nodes.hold");
        assertThat(partner.asFound()).isFalse();
    }
}
