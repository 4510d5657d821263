package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.slipway.activities.audit.LedgerGrants;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.HeldGrant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A run whose leave of service was given to somebody else changes nothing more. */
class FenceTest {
    private static final String BUDGET = "capacity/c1/prod-a";

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());
    private final NodeInMemory node = new NodeInMemory();
    private final Guard guard = node.guard(Invariants.ALL).withGrants(new LedgerGrants(ledger));
    private final Act act = node.act().fenced(4);

    FenceTest() {
        node.cordon(act, false);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private HeldGrant grant(String run, long fence) {
        CapacityRequest request = new CapacityRequest("prod-a", "prod-a", act.node(), act.workflowId(), run);
        return new HeldGrant(request, new Grant("prod-a", act.workflowId(), fence, Instant.EPOCH, run));
    }

    private void granted(String run, long fence) {
        ledger.capacityGrants().record(BUDGET, List.of(grant(run, fence)), List.of());
    }

    private void takenBack(String run, long fence) {
        ledger.capacityGrants().record(BUDGET, List.of(), List.of(grant(run, fence)));
    }

    private void refused(Runnable change, String why) {
        assertThat(Refusal.of(FailureType.EXTERNAL_CHANGE, change::run)).contains(why);
    }

    @Test
    void i14_aRunWhoseLeaveStandsMayChangeItsNode() {
        granted(act.token(), 4);

        assertThatCode(() -> guard.beforeMutation(act)).doesNotThrowAnyException();
    }

    @Test
    void i14_aRunWhoseLeaveWasTakenBackIsRefusedBeforeEachChange() {
        granted(act.token(), 4);
        takenBack(act.token(), 4);

        refused(() -> guard.beforeMutation(act), "fence 4 was revoked");
        refused(() -> guard.beforePowerCycle(act), "fence 4 was revoked");
        refused(() -> guard.beforeReimage(act), "fence 4 was revoked");
    }

    @Test
    void i14_aRunIsRefusedWhereTheNextRunOfTheNodeHasANewerLeave() {
        granted(act.token(), 4);
        granted("the next run", 9);

        refused(() -> guard.beforeMutation(act), "fence 9 was given to run the next run");
    }

    @Test
    void i14_whatIsStillOnTheNodeIsPutBackWithoutALeave() {
        granted(act.token(), 4);
        takenBack(act.token(), 4);

        assertThatCode(() -> guard.beforePuttingBack(act)).doesNotThrowAnyException();
    }

    @Test
    void aRunThatWasGrantedTwiceByABudgetThatBeganAnewGoesOn() {
        granted(act.token(), 7);

        assertThatCode(() -> guard.beforeMutation(act)).doesNotThrowAnyException();
    }

    @Test
    void aLedgerThatKnowsNothingOfTheLeaveSpeaksAgainstNobody() {
        assertThatCode(() -> guard.beforeMutation(act)).doesNotThrowAnyException();
        granted("an earlier run", 2);
        takenBack("an earlier run", 2);

        assertThatCode(() -> guard.beforeMutation(act)).doesNotThrowAnyException();
        assertThatCode(() -> guard.beforeMutation(node.act())).doesNotThrowAnyException();
    }
}
