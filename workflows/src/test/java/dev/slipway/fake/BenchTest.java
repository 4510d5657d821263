package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.client.WorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The bench keeps its word about the engine's cache: a run without it is entered anew for every workflow task. */
class BenchTest {
    private static final int NAPS = 3;

    @Test
    void withTheCacheOffEveryWorkflowTaskIsAReplay() {
        NappingRun.ENTERED.set(0);
        try (Bench bench = new Bench()) {
            bench.worker.registerWorkflowImplementationTypes(NappingRun.class);
            bench.start();

            bench.client()
                    .newWorkflowStub(
                            Napping.class,
                            WorkflowOptions.newBuilder()
                                    .setTaskQueue(Bench.QUEUE)
                                    .build())
                    .nap();
        }

        int expected = "off".equals(System.getProperty("slipway.sticky")) ? NAPS + 1 : 1;
        assertThat(NappingRun.ENTERED).hasValue(expected);
    }

    @WorkflowInterface
    public interface Napping {
        @WorkflowMethod
        void nap();
    }

    public static final class NappingRun implements Napping {
        static final AtomicInteger ENTERED = new AtomicInteger();

        @Override
        public void nap() {
            ENTERED.incrementAndGet();
            for (int i = 0; i < NAPS; i++) {
                Workflow.sleep(Duration.ofMinutes(1));
            }
        }
    }
}
