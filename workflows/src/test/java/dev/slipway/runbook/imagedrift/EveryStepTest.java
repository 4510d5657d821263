package dev.slipway.runbook.imagedrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import dev.slipway.runbook.Runbook;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowStub;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: whatever step fails, whenever, and however the run is stopped, the node ends readmitted with proof, rolled back
 * with the same proof, as it was found, or held. Method: one run on a whole node gives the journal of calls; then one
 * run for each call, in which that call fails before or after its effect, or is where somebody stops the run.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class EveryStepTest {
    private static final Who WHO = new Who("on-call", "test");

    private static Set<String> journal(boolean rollback) {
        try (Bench bench = new Bench().start()) {
            FakeNode node = node(bench, rollback);
            bench.imageDrift(node).run(Bench.trigger(node));
            return new LinkedHashSet<>(node.calls);
        }
    }

    private static FakeNode node(Bench bench, boolean rollback) {
        FakeNode node = bench.node("gpu-1");
        if (rollback) {
            node.badDiag.add("pin");
        }
        return node;
    }

    /** The end that every run owes the node. */
    private static void assertKept(FakeNode node, Optional<NodeOutcome> outcome, String scenario) {
        assertThat(node.violations).as(scenario).isEmpty();
        assertThat(outcome).as(scenario).isPresent();
        NodeOutcome end = outcome.orElseThrow();
        switch (end.outcome()) {
            case CONVERGED -> {
                assertThat(node.running).as(scenario).isEqualTo("pin");
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case ROLLED_BACK -> {
                assertThat(node.running).as(scenario).isEqualTo("previous");
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case UNTOUCHED -> {
                assertThat(node.transactions).as(scenario).isEmpty();
                assertThat(node.asFound()).as(scenario).isTrue();
            }
            case HELD, RMA_CANDIDATE ->
                assertThat(node.unschedulable).as(scenario).isTrue();
        }
        assertThat(node.boots).as(scenario + ": boots").isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureType.class,
            names = {"TRANSIENT", "STEP_FAILED", "AMBIGUOUS"})
    void i3_aFailureAtEachCallLeavesTheNodeAccountedFor(FailureType type) {
        for (boolean rollback : List.of(false, true)) {
            for (String call : journal(rollback)) {
                for (Fault.When when : Fault.When.values()) {
                    failing(call, when, type, rollback);
                }
            }
        }
    }

    private static void failing(String call, Fault.When when, FailureType type, boolean rollback) {
        String scenario = type + " " + when + " " + call + (rollback ? " (rolling back)" : "");
        try (Bench bench = new Bench().start()) {
            FakeNode node = node(bench, rollback);
            node.faults.add(new Fault(call, 1, when, type));
            NodeOutcome outcome = bench.imageDrift(node).run(Bench.trigger(node));
            Optional<NodeOutcome> written = call.equals("Ledger.ended") ? Optional.of(outcome) : node.outcome;
            assertKept(node, written, scenario);
            if (type == FailureType.TRANSIENT && !rollback) {
                assertThat(outcome.outcome()).as(scenario).isEqualTo(Outcome.CONVERGED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aStopAtEachCallEndsAtASafePoint(Stop stop) {
        for (String call : journal(false)) {
            try (Bench bench = new Bench().start()) {
                FakeNode node = bench.node("gpu-1");
                node.onCall = at -> {
                    if (at.equals(call + "#1")) {
                        stop.send(bench.client(), node);
                    }
                };
                runToItsEnd(bench, node);
                assertKept(node, node.outcome, stop + " at " + call);
            }
        }
    }

    private static void runToItsEnd(Bench bench, FakeNode node) {
        try {
            bench.imageDrift(node).run(Bench.trigger(node));
        } catch (WorkflowException cancelled) {
            assertThat(node.outcome)
                    .as("a cancelled run writes its end first: " + cancelled)
                    .isPresent();
        }
    }

    enum Stop {
        ABORT {
            @Override
            void send(WorkflowClient client, FakeNode node) {
                Runbook run =
                        client.newWorkflowStub(dev.slipway.runbook.imagedrift.ImageDrift.class, node.ref.workflowId());
                try {
                    run.abort(WHO);
                } catch (io.temporal.client.WorkflowUpdateException refused) {
                    assertThat(String.valueOf(refused.getCause())).contains("nothing is left to stop");
                }
            }
        },
        CANCEL {
            @Override
            void send(WorkflowClient client, FakeNode node) {
                WorkflowStub run = client.newUntypedWorkflowStub(node.ref.workflowId());
                run.cancel();
            }
        };

        abstract void send(WorkflowClient client, FakeNode node);
    }
}
