package dev.slipway.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.doctor.DoctorRun;
import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Look;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reached;
import dev.slipway.model.Reading;
import dev.slipway.port.Access;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each workflow that only looks comes to its end, and leaves the node as it was. */
class LooksTest {
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    LooksTest() {
        bench.worker.registerWorkflowImplementationTypes(
                DryRunRun.class, FactsLookRun.class, ReachLookRun.class, DoctorRun.class);
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

    private static final class Reachable implements Access {
        @Override
        public List<Look> nodes(String fleet, boolean all) {
            return List.of(Look.ok("SSH " + fleet, "1 node answers"));
        }

        @Override
        public List<Look> bmcs(String fleet, boolean all) {
            return List.of();
        }

        @Override
        public List<Look> rights(String fleet) {
            return List.of(Look.ok("RBAC " + fleet, "every right is there"));
        }

        @Override
        public Reached reach(NodeRef of) {
            return new Reached(true, "answers", Reading.unknown("no BMC"));
        }
    }
}
