package dev.slipway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.CapacityRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The budget lives for ever: what it knows goes with it when the engine asks it to begin anew. */
class CapacityRestartTest {

    @Test
    void grantsWaitersAndTheFenceOutliveItsOwnRestarts() {
        try (AskedBudget budget = new AskedBudget(1)) {
            CapacityRequest first = budget.asks("gpu-1");
            CapacityRequest second = budget.asks("gpu-2");
            String began = budget.run();

            budget.bench.engine.sleep(Duration.ofHours(3));

            assertThat(budget.run()).as("continued as new").isNotEqualTo(began);
            assertThat(budget.granted()).containsExactly(first.holder());
            assertThat(budget.view().waiting()).containsExactly(second);
            budget.desk.giveBack(first);
            budget.lookAgain();
            assertThat(budget.granted()).containsExactly(second.holder());
            assertThat(budget.view().granted().getFirst().fence()).isEqualTo(2);
        }
    }
}
