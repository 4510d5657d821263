package dev.slipway.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.Trigger;
import io.temporal.client.WorkflowOptions;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node that judges every scenario is not blind: each invariant, broken on purpose, is seen by it. */
class ObserverTest {
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");

    ObserverTest() {
        bench.worker.registerWorkflowImplementationTypes(BrokenRunbook.class);
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private NodeOutcome run(Broken.Defect defect) {
        Trigger.Options options = new Trigger.Options(false, Optional.of(defect.name()), "r1", Optional.empty());
        return bench.client()
                .newWorkflowStub(
                        Broken.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build())
                .run(Bench.trigger(node, Bench.policy(false), Reason.DRIFT_FOUND, options));
    }

    @ParameterizedTest
    @CsvSource({
        "READMITS_WITHOUT_PROOF,                readmitted without proof",
        "READMITS_ON_THE_PROOF_OF_ANOTHER_BOOT, readmitted on the proof of another boot",
        "READMITS_AS_UNTOUCHED_WHAT_IT_CHANGED, 'readmitted as untouched, but was touched'",
    })
    void i1_aReturnWithoutProofForThisBootIsSeen(Broken.Defect defect, String violation) {
        run(defect);

        assertThat(node.violations).contains(violation);
    }

    @Test
    void i2_aForeignCordonThatIsLiftedIsSeen() {
        node.unschedulable = true;
        node.foreignReason = "disk swap";

        run(Broken.Defect.LIFTS_A_FOREIGN_CORDON);

        assertThat(node.violations).containsExactly("foreign cordon lifted");
    }

    @Test
    void i6_aMutationBeforeTheDrainIsSeen() {
        run(Broken.Defect.CONVERGES_BEFORE_THE_DRAIN);

        assertThat(node.violations).contains("converge without our cordon", "converge under work");
    }

    @Test
    void i9_aRebootDoneTwiceIsSeen() {
        run(Broken.Defect.REBOOTS_TWICE);

        assertThat(node.violations).containsExactly("rebooted twice for one step");
    }

    @Test
    void theSameRunbookWithoutADefectIsFoundGuiltyOfNothing() {
        assertThat(run(Broken.Defect.NONE).toString()).isEqualTo("CONVERGED");

        assertThat(node.violations).isEmpty();
    }
}
