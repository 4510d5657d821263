package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A release without proof, at the time until which it was to last. */
class ReleaseExpiryTest {
    private final Bench bench = new Bench();
    private final FakeNode node = bench.node("gpu-1");
    private volatile String found = "";
    private volatile Instant askedAt = Instant.MIN;
    private volatile Instant provedAt = Instant.MAX;
    private final AtomicInteger away = new AtomicInteger();

    ReleaseExpiryTest() {
        bench.worker.registerWorkflowImplementationTypes(
                ReleaseExpiryWorkflow.class, NodeRecallWorkflow.class, HoursOfWork.class);
        bench.worker.registerActivitiesImplementations(new Records());
        bench.start();
    }

    private final class Records implements Releases {
        @Override
        public String release(Act act, UnverifiedRelease request) {
            throw new IllegalStateException("the node is back already");
        }

        @Override
        public String expired(Act act, UnverifiedRelease request) {
            if (away.getAndDecrement() > 0) {
                throw FailureType.LEDGER_UNAVAILABLE.of("The ledger does not answer.");
            }
            askedAt = act.t0();
            return act.t0().isBefore(provedAt) ? found : "";
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /** Stands for a runbook on the node: it has the lock for three hours. */
    @WorkflowInterface
    public interface Work {
        @WorkflowMethod
        void work();
    }

    public static final class HoursOfWork implements Work {
        @Override
        public void work() {
            Workflow.sleep(Duration.ofHours(3));
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(bench.engine.currentTimeMillis());
    }

    private String expire(Instant until) {
        return expire(until, false);
    }

    private String expire(Instant until, boolean heldAfter) {
        return bench.client()
                .newWorkflowStub(
                        ReleaseExpiry.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("override/" + node.ref)
                                .build())
                .expire(new UnverifiedRelease(node.ref, "fleet", new Who("ada", "needed"), until, heldAfter));
    }

    @Test
    void peopleAreNotifiedOnceItIsOverOfANodeThatNobodyProved() {
        found = "c1/gpu-1 is in service without proof";
        Instant until = now().plus(Duration.ofDays(3));

        assertThat(expire(until)).isEqualTo("c1/gpu-1 is in service without proof");

        assertThat(askedAt).as("not before its end").isAfterOrEqualTo(until);
        assertThat(node.told).singleElement().asString().contains("release-ended", "without proof");
    }

    @Test
    void nobodyIsNotifiedOfANodeThatWasProvedMeanwhileAndALedgerThatIsAwayIsWaitedFor() {
        away.set(50);

        assertThat(expire(Instant.EPOCH)).startsWith("nobody was notified");

        assertThat(node.told).isEmpty();
    }

    @Test
    void peopleAreNotifiedAlsoAfterALedgerThatWasAwayForLongerThanADay() {
        found = "c1/gpu-1 is in service without proof";
        away.set(3_000);

        assertThat(expire(Instant.EPOCH)).isEqualTo("c1/gpu-1 is in service without proof");

        assertThat(node.told).hasSize(1);
    }

    @Test
    void aNodeThatNobodyProvedIsHeldAgainWhereThePolicyWantsIt() {
        found = "prod/gpu-1 is in service without proof";

        assertThat(expire(now(), true)).contains("is held again: released without proof until", "not proved since");

        assertThat(node.unschedulable).isTrue();
        assertThat(node.heldReason).contains("ada");
        assertThat(node.told).singleElement().asString().contains("release-ended", "held again");
    }

    @Test
    void theRunThatHasTheNodesLockGoesFirstAndOneThatProvesTheNodeKeepsItInService() {
        found = "prod/gpu-1 is in service without proof";
        provedAt = now().plus(Duration.ofHours(2));
        work();

        assertThat(expire(now(), true)).contains("is not held: it was proved");

        assertThat(now()).as("not beside the run").isAfter(provedAt.plus(Duration.ofMinutes(59)));
        assertThat(node.unschedulable).isFalse();
    }

    @Test
    void theRunThatHasTheNodesLockAndProvesNothingIsWaitedForAndTheNodeHeldThen() {
        found = "prod/gpu-1 is in service without proof";
        Instant begun = now();
        work();

        assertThat(expire(now(), true)).contains("is held again");

        assertThat(now()).as("not beside the run").isAfter(begun.plus(Duration.ofHours(3)));
        assertThat(node.unschedulable).isTrue();
    }

    private void work() {
        WorkflowClient.start(bench.client()
                .newWorkflowStub(
                        Work.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId(node.ref.workflowId())
                                .build())::work);
    }
}
