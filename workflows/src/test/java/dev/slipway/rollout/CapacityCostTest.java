package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer of the budget costs, in calls of the server: as much with many holders as with few. */
class CapacityCostTest {
    private static final int MOST_AT_A_LOOK = 25;

    private static AskedBudget heldBy(int holders) {
        AskedBudget budget = new AskedBudget(holders);
        for (int i = 0; i < holders; i++) {
            budget.opens("gpu-" + i);
        }
        budget.lookAgain();
        assertThat(budget.granted()).hasSize(holders);
        return budget;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 300})
    void anAskDescribesNobodyHoweverManyHoldALeave(int holders) {
        try (AskedBudget budget = heldBy(holders)) {
            int before = budget.capacity.described.get();

            CapacityRequest next = budget.request("gpu-next", "run-1");
            budget.capacity.ask(next);
            budget.untilWaiting(next);

            assertThat(budget.capacity.described.get() - before).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 300})
    void aLookDescribesAFewOfTheHoldersAndThenOthers(int holders) {
        try (AskedBudget budget = heldBy(holders)) {
            CapacityRequest next = budget.request("gpu-next", "run-1");
            budget.capacity.ask(next);
            int before = budget.capacity.described.get();

            budget.bench.engine.sleep(Duration.ofSeconds(15));

            assertThat(budget.capacity.described.get() - before).isBetween(1, 2 * MOST_AT_A_LOOK);
        }
    }

    @Test
    void aHolderThatClosedIsFoundAmongManyWhileSomebodyWaits() {
        try (AskedBudget budget = heldBy(60)) {
            CapacityRequest next = budget.opens("gpu-next");
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < 59; i++) {
                shown.add("gpu-" + i);
            }
            budget.capacity.shownOut = () -> shown;
            budget.capacity.closed.add(budget.request("gpu-59", "run-1").holder());

            budget.bench.engine.sleep(Duration.ofMinutes(2));

            assertThat(budget.granted()).contains(next.holder());
        }
    }
}
