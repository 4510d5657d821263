package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people are told of, and that a run never waits for ears. */
class NotificationTest {
    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
    }

    private NodeOutcome run(boolean decide) {
        return bench.imageDrift(node).run(Bench.trigger(node, Bench.policy(decide), Reason.DRIFT_FOUND));
    }

    @Test
    void nobodyIsTroubledByANodeThatConverged() {
        run(true);

        assertThat(node.told).isEmpty();
    }

    @Test
    void whatTheRouterSeesBesidesIsSaidInEachEndWhateverTheRow() {
        node.besides.add("R12 (mig-stale) MIG");

        NodeOutcome converged = run(true);
        node.row = "D0";
        NodeOutcome clean = run(true);

        assertThat(converged.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(converged.reason()).isEqualTo("besides, R12 (mig-stale) MIG");
        assertThat(clean.outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(clean.reason()).isEqualTo("clean: row D0; besides, R12 (mig-stale) MIG");
    }

    @Test
    void aNodeThatStaysOutIsTold() {
        node.row = "D2";

        run(true);

        assertThat(node.told).singleElement().asString().contains("HELD", "needs gpu-fault-rma");
    }

    @Test
    void aChangeThatANodeDidNotBearIsTold() {
        node.badDiag.add("pin");

        run(true);

        assertThat(node.told).singleElement().asString().contains("ROLLED_BACK", "G5");
    }

    @Test
    void aDecisionIsToldWithItsChoicesAndThenItsEnd() {
        node.faults.add(new Fault("Packages.converge", 1, Fault.When.BEFORE, FailureType.AMBIGUOUS));

        run(true);

        assertThat(node.told).hasSize(2);
        assertThat(node.told.getFirst()).contains("DECISION", "retry", "rollBack", "hold");
        assertThat(node.told.getLast()).contains("HELD");
    }

    @Test
    void aRunEndsTheSameWhenNobodyListens() {
        node.nobodyListens = true;
        node.row = "D2";

        NodeOutcome outcome = run(true);

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(node.outcome).contains(outcome);
        assertThat(bench.client()
                        .newWorkflowStub(ImageDrift.class, node.ref.workflowId())
                        .view()
                        .journal())
                .anyMatch(line -> line.contains("nobody was notified of HELD") && line.contains("503"));
    }
}
