package dev.slipway.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.CheckResult;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Reached;
import dev.slipway.port.Access;
import dev.slipway.query.DoctorWorkflow;
import dev.slipway.query.DryRunWorkflow;
import dev.slipway.query.FactsQueryWorkflow;
import dev.slipway.query.ReachabilityQueryWorkflow;
import io.temporal.activity.Activity;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each workflow that only looks comes to its end, and leaves the node as it was. */
class LooksTest {
    private static final String AWAY = "away";

    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    LooksTest() {
        bench.worker.registerWorkflowImplementationTypes(
                DryRunWorkflow.class, FactsQueryWorkflow.class, ReachabilityQueryWorkflow.class, DoctorWorkflow.class);
        bench.worker.registerActivitiesImplementations(new Reachable());
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.unschedulable).isFalse();
        assertThat(node.calls).doesNotContain("Nodes.cordon", "Nodes.drain", "Ledger.ended");
    }

    private Object look(String workflow, Object... input) {
        WorkflowStub run = bench.client()
                .newUntypedWorkflowStub(
                        workflow,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("look")
                                .build());
        run.start(input);
        return run.getResult(Object.class);
    }

    @Test
    void aDryRunSaysTheRow() {
        assertThat(look("DryRun", Bench.trigger(node), "image-drift"))
                .asString()
                .contains("D17");
    }

    @Test
    void factsAreReadForAPerson() {
        assertThat(look("FactsLook", node.ref, "fleet", Optional.empty())).isNotNull();
    }

    @Test
    void aNodeThatAnswersIsReached() {
        assertThat(look("ReachLook", node.ref, Optional.empty())).asString().contains("answers");
    }

    @Test
    void theDoctorAsksEachPart() {
        assertThat(look("Doctor", List.of("fleet"), false)).asString().contains("1 node answers");
    }

    @Test
    void theDoctorWordsWhyAPartWasNotChecked() {
        assertThat(look("Doctor", List.of(AWAY), false))
                .asString()
                .contains("could not check this: no answer of the API server,")
                .contains("could not check this: no answer in time,")
                .doesNotContain("type=")
                .doesNotContain("TIMEOUT_TYPE");
    }

    private static final class Reachable implements Access {
        @Override
        public List<CheckResult> nodes(String fleet, boolean all) {
            if (fleet.equals(AWAY)) {
                Activity.getExecutionContext().doNotCompleteOnReturn();
            }
            return List.of(CheckResult.ok("SSH " + fleet, "1 node answers"));
        }

        @Override
        public List<CheckResult> bmcs(String fleet, boolean all) {
            return List.of();
        }

        @Override
        public List<CheckResult> rights(String fleet) {
            if (fleet.equals(AWAY)) {
                throw FailureType.PART_AWAY.of("no answer of the API server", "the API server");
            }
            return List.of(CheckResult.ok("RBAC " + fleet, "every right is there"));
        }

        @Override
        public Reached reach(NodeRef of) {
            return new Reached(true, "answers", Reading.unknown("no BMC"));
        }
    }
}
