package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One budget for everything that takes a node out: never beyond the limit, never lost, never kept by the dead. */
class CapacityBudgetTest {
    private final AskedBudget budget = new AskedBudget(1);

    @AfterEach
    void close() {
        budget.close();
    }

    @Test
    void i14_theSecondWaitsUntilTheFirstGivesBack() {
        CapacityRequest first = budget.asks("gpu-1");
        CapacityRequest second = budget.asks("gpu-2");
        assertThat(budget.granted()).containsExactly(first.holder());
        assertThat(budget.view().waiting()).containsExactly(second);

        budget.capacity.giveBack(first);
        budget.lookAgain();

        assertThat(budget.granted()).containsExactly(second.holder());
        assertThat(budget.view().granted().getFirst().fence()).isEqualTo(2);
    }

    @Test
    void i14_theLimitIsTheFleetsAndChangesWithItWhoeverWaits() {
        CapacityRequest first = budget.asks("gpu-1");
        CapacityRequest second = budget.asks("gpu-2");
        assertThat(budget.granted()).containsExactly(first.holder());

        budget.capacity.limit = 2;
        budget.bench.engine.sleep(Duration.ofMinutes(2));

        assertThat(budget.granted()).containsExactly(first.holder(), second.holder());
        assertThat(budget.view().limit()).isEqualTo(2);
    }

    @Test
    void askingAgainChangesNothing() {
        CapacityRequest first = budget.asks("gpu-1");
        budget.ask(first);

        assertThat(budget.granted()).containsExactly(first.holder());
        assertThat(budget.view().granted().getFirst().fence()).isEqualTo(1);
    }

    @Test
    void aNewRunUnderTheSameIdIsGrantedAnewWithAHigherFence() {
        CapacityRequest first = budget.asks("gpu-1");
        budget.ask(budget.request("gpu-1", "run-2"));

        assertThat(budget.granted()).containsExactly(first.holder());
        assertThat(budget.view().granted().getFirst().fence()).isEqualTo(2);
    }

    @Test
    void aRequestOfNobodyIsDroppedInWordsForPeople() {
        CapacityRequest first = budget.asks("gpu-1");
        budget.ask(new CapacityRequest("r1", "fleet", new NodeRef("prod", "gpu-2"), " ", "run-1"));

        assertThat(budget.granted()).containsExactly(first.holder());
        assertThat(budget.details())
                .endsWith("- signal ask dropped: the request for node prod/gpu-2 names no holder: nobody could be"
                        + " granted it");
    }

    @Test
    void whoGivesUpWaitingIsForgotten() {
        budget.asks("gpu-1");
        CapacityRequest second = budget.asks("gpu-2");

        budget.capacity.giveBack(second);
        budget.lookAgain();

        assertThat(budget.view().waiting()).isEmpty();
    }

    @Test
    void theGrantOfARunThatClosedIsTakenBack() {
        CapacityRequest first = budget.asks("gpu-1");
        CapacityRequest second = budget.asks("gpu-2");

        budget.capacity.closed.add(first.holder());
        budget.bench.engine.sleep(Duration.ofMinutes(2));

        assertThat(budget.granted()).containsExactly(second.holder());
    }

    @Test
    void aRunThatIsGoneBeforeItsGrantComesKeepsNothing() {
        budget.ask(budget.request("gpu-9", "run-1"));
        assertThat(budget.granted()).isEmpty();

        CapacityRequest next = budget.asks("gpu-1");

        assertThat(budget.granted()).containsExactly(next.holder());
    }

    @Test
    void theViewCountsNoNodeOfAGrantAsOutByOthers() {
        budget.capacity.limit = 3;
        budget.capacity.outByOthers.add("gpu-8");
        CapacityRequest first = budget.asks("gpu-1");
        budget.capacity.shownOut = () -> List.of("gpu-1");
        budget.asks("gpu-2");

        assertThat(budget.granted()).hasSize(2);
        assertThat(outWithoutGrant()).containsExactly("gpu-8");

        budget.capacity.giveBack(first);
        budget.lookAgain();

        assertThat(outWithoutGrant()).as("read before gpu-1 was given back").containsExactly("gpu-8");
    }

    private List<String> outWithoutGrant() {
        return budget.view().outWithoutGrant().value().orElseThrow().nodes();
    }

    @Test
    void nothingIsGrantedWhileWhoIsOutCannotBeRead() {
        budget.capacity.unreadable = true;
        CapacityRequest first = budget.asks("gpu-1");
        budget.bench.engine.sleep(Duration.ofMinutes(5));
        assertThat(budget.granted()).isEmpty();
        assertThat(budget.view().outWithoutGrant().known())
                .as("unknown, not none")
                .isFalse();
        assertThat(budget.view().limit()).as("unknown, not zero").isNull();

        budget.capacity.unreadable = false;
        budget.bench.engine.sleep(Duration.ofMinutes(5));

        assertThat(budget.granted()).containsExactly(first.holder());
    }
}
