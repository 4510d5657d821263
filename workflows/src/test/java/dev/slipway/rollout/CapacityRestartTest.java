package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.HeldGrant;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The budget lives for ever: what it knows goes with it when the engine asks it to begin anew. */
class CapacityRestartTest {
    /** Events that an hour may cost; a look costs about seven. */
    private static final int WAITING_HOUR = 500;

    private static final int IDLE_HOUR = 50;

    private static int events(AskedBudget budget, Duration span) {
        String run = budget.run();
        int before = budget.events();
        budget.bench.engine.sleep(span);
        assertThat(budget.run()).as("the same history").isEqualTo(run);
        return budget.events() - before;
    }

    @Test
    void anHourInWhichNobodySaysAnythingCostsFewEvents() {
        try (AskedBudget budget = new AskedBudget(1)) {
            budget.asks("gpu-1");

            assertThat(events(budget, Duration.ofHours(1))).as("a node is out").isBetween(1, IDLE_HOUR);
        }
    }

    @Test
    void anHourOfWaitingCostsFewEvents() {
        try (AskedBudget budget = new AskedBudget(1)) {
            budget.asks("gpu-1");
            budget.asks("gpu-2");

            assertThat(events(budget, Duration.ofHours(1))).as("one waits").isBetween(1, WAITING_HOUR);
        }
    }

    /** Meanwhile the ledger is restored from a backup: it gets the grants that it lost, and loses those that ended. */
    @Test
    void grantsWaitersAndTheFenceOutliveItsOwnRestarts() {
        try (AskedBudget budget = new AskedBudget(1)) {
            CapacityRequest first = budget.asks("gpu-1");
            CapacityRequest second = budget.asks("gpu-2");
            String began = budget.run();
            CapacityRequest ended = budget.request("gpu-9", "run-1");
            budget.capacity.book.clear();
            budget.capacity.book.put(
                    ended.holder(),
                    new HeldGrant(ended, new Grant("r1", ended.holder(), 1, Instant.EPOCH, ended.runId())));

            budget.bench.engine.sleep(Duration.ofHours(14));

            assertThat(budget.run()).as("continued as new").isNotEqualTo(began);
            assertThat(budget.granted()).containsExactly(first.holder());
            assertThat(budget.capacity.book).containsOnlyKeys(first.holder());
            assertThat(budget.view().waiting()).containsExactly(second);
            budget.capacity.giveBack(first);
            budget.lookAgain();
            assertThat(budget.granted()).containsExactly(second.holder());
            assertThat(budget.view().granted().getFirst().fence()).isEqualTo(2);
        }
    }
}
