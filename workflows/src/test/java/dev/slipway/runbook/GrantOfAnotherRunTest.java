package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A workflow id is a node's; its runs follow each other, and what was granted to one of them is not the next one's. */
class GrantOfAnotherRunTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    /** A grant for {@code run} arrives while this run reads its first facts. */
    private void grantArrivesFor(String run) {
        node.onCall = call -> {
            if (call.equals("Nodes.facts#1")) {
                Map<String, Object> grant =
                        Map.of("domain", "r1", "holder", node.ref.workflowId(), "fence", 7, "at", 0, "runId", run);
                bench.client().newUntypedWorkflowStub(node.ref.workflowId()).signal("granted", grant);
            }
        };
    }

    @Test
    void i14_aNodeWhoseLeaveWasTakenBackBeforeItsCordonIsNotHeld() {
        node.faults.add(new Fault("Nodes.cordon", 1, Fault.When.BEFORE, FailureType.SKIPPED_BY_POLICY));

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(outcome.again()).isTrue();
        assertThat(node.unschedulable).isFalse();
        assertThat(node.calls).doesNotContain("Nodes.hold", "Nodes.readmit");
    }

    @Test
    void i14_aGrantThatAnEarlierRunOfTheNodeWaitedForTakesNoNodeOut() {
        node.capacity = false;
        grantArrivesFor("the run of before");

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(outcome.reason()).contains("no capacity in r1");
        assertThat(node.calls).doesNotContain("Nodes.cordon");
        assertThat(node.asked).isPositive();
    }

    @Test
    void aBudgetThatCannotBeAskedIsNoLackOfRoom() {
        node.budgetAway = true;

        NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));

        assertThat(outcome.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(outcome.reason()).isEqualTo("capacity of r1 could not be requested: the budget does not answer");
        assertThat(node.calls).doesNotContain("Nodes.cordon");
    }

    @Test
    void aGrantThatCannotBeGivenBackIsTold() {
        node.onCall = call -> node.budgetAway = node.budgetAway || call.equals("Nodes.readmit#1");

        assertThat(bench.imageDrift(node).run(Bench.trigger(node)).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(bench.open(node).view().journal())
                .contains("the grant could not be released; it is revoked once this run has closed:"
                        + " the budget does not answer");
    }
}
