package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The ledger has the grants that are open, and no others. */
class CapacityRecordsTest {
    @Test
    void aGrantThatIsReturnedLeavesTheLedger() {
        try (AskedBudget budget = new AskedBudget(1)) {
            CapacityRequest first = budget.asks("gpu-1");
            assertThat(budget.capacity.book).containsOnlyKeys(first.holder());

            budget.capacity.giveBack(first);
            budget.lookAgain();

            assertThat(budget.capacity.book).isEmpty();
        }
    }

    @Test
    void grantsThatAreGivenAtOnceHaveRisingFences() {
        try (AskedBudget budget = new AskedBudget(2)) {
            budget.capacity.unreadable = true;
            budget.asks("gpu-1");
            budget.asks("gpu-2");
            budget.capacity.unreadable = false;
            budget.bench.engine.sleep(Duration.ofMinutes(1));

            assertThat(budget.view().granted()).extracting(Grant::fence).containsExactly(1L, 2L);
        }
    }
}
