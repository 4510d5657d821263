package dev.slipway.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.client.WorkflowOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** The bench keeps its word about replays: one of each run at its end, and with the cache off one per workflow task. */
class BenchTest {
    private static final int NAPS = 3;

    private static void nap(Bench bench) {
        NappingRun.ENTERED.set(0);
        bench.worker.registerWorkflowImplementationTypes(NappingRun.class);
        bench.start();
        bench.client()
                .newWorkflowStub(
                        Napping.class,
                        WorkflowOptions.newBuilder().setTaskQueue(Bench.QUEUE).build())
                .nap();
    }

    @Test
    void eachRunIsReplayedWhenTheBenchCloses() {
        NappingRun.naps = entry -> NAPS;
        try (Bench bench = new Bench()) {
            nap(bench);
        }

        int first = "off".equals(System.getProperty("slipway.sticky")) ? NAPS + 1 : 1;
        assertThat(NappingRun.ENTERED).hasValue(first + 1);
    }

    @Test
    @DisabledIfSystemProperty(named = "slipway.sticky", matches = "off", disabledReason = "fails before its end")
    void aRunThatDoesNotDoTheSameAgainFailsTheTest() {
        NappingRun.naps = entry -> NAPS - entry;
        Bench bench = new Bench();
        nap(bench);

        assertThatThrownBy(bench::close).isInstanceOf(AssertionError.class).hasMessageContaining("does not replay");
    }

    @WorkflowInterface
    public interface Napping {
        @WorkflowMethod
        void nap();
    }

    public static final class NappingRun implements Napping {
        static final AtomicInteger ENTERED = new AtomicInteger();
        static IntUnaryOperator naps = entry -> NAPS;

        @Override
        public void nap() {
            int most = naps.applyAsInt(ENTERED.incrementAndGet());
            for (int i = 0; i < most; i++) {
                Workflow.sleep(Duration.ofMinutes(1));
            }
        }
    }
}
