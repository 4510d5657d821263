package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Act;
import dev.slipway.model.Who;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.client.WorkflowOptions;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The row of a node that was released by hand, also where the ledger does not take it. */
class NodeReleaseTest {
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");
    private volatile String answer = "back in service without proof until 1970-01-01T00:00:00Z";

    NodeReleaseTest() {
        node.unschedulable = true;
        bench.worker.registerWorkflowImplementationTypes(NodeReleaseWorkflow.class);
        bench.worker.registerActivitiesImplementations(new Releasing());
        bench.start();
    }

    private final class Releasing implements Releases {
        @Override
        public String release(Act act, UnverifiedRelease request) {
            node.unschedulable = false;
            return answer;
        }

        @Override
        public String expired(Act act, UnverifiedRelease request) {
            throw new IllegalStateException("nobody waits for the end of this release");
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private String release() {
        return bench.client()
                .newWorkflowStub(
                        NodeRelease.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build())
                .release(new UnverifiedRelease(node.ref, "fleet", new Who("ada", "needed"), Instant.EPOCH, false));
    }

    @Test
    void aLedgerThatIsAwayForHoursTakesTheRowInTheEnd() {
        node.notesRefused.set(400);

        assertThat(release()).isEqualTo("back in service without proof until 1970-01-01T00:00:00Z");
        assertThat(node.notes).hasSize(1);
    }

    @Test
    void aNodeThatIsBackIsSaidToBeBackEvenWhereNoLedgerTakesIt() {
        node.notesRefused.set(Integer.MAX_VALUE);

        assertThat(release())
                .startsWith("back in service without proof")
                .contains("its row could not be written: The ledger does not answer.");
        assertThat(node.unschedulable).isFalse();
    }

    @Test
    void theRowOfANodeThatStaysOutSaysSo() {
        answer = "no longer held by us; it stays out as it was found: disk";

        release();

        assertThat(node.notes).singleElement().asString().contains("stays out as it was found", "ada");
    }
}
