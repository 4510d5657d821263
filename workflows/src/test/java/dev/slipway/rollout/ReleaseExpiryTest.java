package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import dev.slipway.model.node.UnverifiedRelease;
import dev.slipway.port.Releases;
import io.temporal.client.WorkflowOptions;
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
    private final AtomicInteger away = new AtomicInteger();

    ReleaseExpiryTest() {
        bench.worker.registerWorkflowImplementationTypes(ReleaseExpiryWorkflow.class);
        bench.worker.registerActivitiesImplementations(new Records());
        bench.start();
    }

    private final class Records implements Releases {
        @Override
        public String release(Act act, UnverifiedRelease wish) {
            throw new IllegalStateException("the node is back already");
        }

        @Override
        public String expired(Act act, UnverifiedRelease wish) {
            if (away.getAndDecrement() > 0) {
                throw FailureType.LEDGER_UNAVAILABLE.of("The ledger does not answer.");
            }
            askedAt = act.t0();
            return found;
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private String expire(Instant until) {
        return bench.client()
                .newWorkflowStub(
                        ReleaseExpiry.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(Bench.QUEUE)
                                .setWorkflowId("override/" + node.ref)
                                .build())
                .expire(new UnverifiedRelease(node.ref, "fleet", new Who("ada", "needed"), until));
    }

    @Test
    void peopleAreNotifiedOnceItIsOverOfANodeThatNobodyProved() {
        found = "c1/gpu-1 is in service without proof";
        Instant until = Instant.ofEpochMilli(bench.engine.currentTimeMillis()).plus(Duration.ofDays(3));

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
}
