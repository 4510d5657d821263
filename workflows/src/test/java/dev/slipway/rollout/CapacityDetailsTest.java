package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import io.temporal.client.WorkflowOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the Temporal UI shows of a budget: who has a grant, who waits, and why nothing is granted. */
class CapacityDetailsTest {
    private static final String ID = Capacity.workflowId("prod", "r1");

    private static String details(AskedBudget budget) {
        return budget.bench.details(ID);
    }

    @Test
    void nameTheLimitTheGrantsAndWhoWaits() {
        try (AskedBudget budget = new AskedBudget(1)) {
            budget.capacity.outByOthers.add("gpu-8");
            budget.capacity.limit = 2;
            budget.asks("gpu-1");
            budget.asks("gpu-2");

            assertThat(details(budget))
                    .matches("\\Q**r1**\\E: 1 granted, 1 out in all as read at 20.*Z, limit 2\n\n"
                            + "\\Q- granted: [node/prod/gpu-1]\n- waiting: [node/prod/gpu-2]\\E");
        }
    }

    /** What nobody has read yet is not none. */
    @Test
    void sayThatNothingIsReadBeforeItIs() {
        try (AskedBudget budget = new AskedBudget(1)) {
            WorkflowOptions named = WorkflowOptions.newBuilder()
                    .setTaskQueue(Bench.QUEUE)
                    .setWorkflowId(ID)
                    .build();
            CapacityState empty = new CapacityState("prod", "r1", "fleet", 0, List.of(), List.of());
            budget.bench
                    .client()
                    .newUntypedWorkflowStub("Capacity", named)
                    .signalWithStart("ask", new Object[] {"nonsense"}, new Object[] {empty});
            budget.lookAgain();

            assertThat(details(budget)).contains("0 granted, it has not read the schedulers yet\n");
        }
    }

    @Test
    void sayWhichSignalWasDroppedAndWhy() {
        try (AskedBudget budget = new AskedBudget(1)) {
            budget.asks("gpu-1");

            budget.bench.client().newUntypedWorkflowStub(ID).signal("ask", "nonsense");
            budget.lookAgain();

            assertThat(details(budget)).contains("- granted: [node/prod/gpu-1]").containsIgnoringCase("dropped");
            assertThat(budget.granted()).hasSize(1);
        }
    }

    @Test
    void sayThatTheClusterIsAway() {
        try (AskedBudget budget = new AskedBudget(1)) {
            budget.capacity.unreadable = true;
            budget.asks("gpu-1");

            assertThat(details(budget)).startsWith("grants wait: what is out of service could not be read");
        }
    }
}
