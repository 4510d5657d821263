package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Who;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** I18: what several nodes show together is the change's fault; none of them is fixed alone. */
class SameSignatureTest {
    private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
    private final LedgerDatabase ledger =
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", Optional.empty());

    @AfterEach
    void close() {
        ledger.close();
    }

    private Optional<String> objection(
            String node, String runbook, Reason reason, Optional<String> change, Instant at) {
        NodeRef ref = new NodeRef("c1", node);
        ledger.nodeRows()
                .put(new NodeNote(
                        ref,
                        "fleet",
                        runbook,
                        NodeState.WAITING,
                        "diagnose",
                        "",
                        "node/c1/" + node,
                        "token-" + node,
                        at,
                        Optional.of("K15")));
        Act act = new Act(
                ref, "fleet", "token-" + node, "node/c1/" + node, runbook, Step.PRE_CHECKS, 1, Optional.empty(), at);
        Trigger trigger = new Trigger(
                ref,
                "fleet",
                reason,
                new Who("on-call", "test"),
                new BaselineRef("pin", "a"),
                Optional.of(new BaselineRef("previous", "b")),
                new NodePolicy(
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(15),
                        false,
                        Duration.ofHours(1),
                        1,
                        NodePolicy.ConvergeBy.PACKAGES,
                        List.of()),
                new Trigger.Options(false, change, "r1", Optional.empty()),
                Optional.empty());
        return new SameSignature(ledger).objection(act, trigger, collected(at));
    }

    private static NodeFacts collected(Instant at) {
        NodeFacts of = Facts.good().facts();
        return new NodeFacts(
                of.node(), at, of.identity(), of.boot(), of.hardware(), of.software(), of.runtime(), of.kernelEvents());
    }

    private Optional<String> alone(String node, Instant at) {
        return objection(node, "kernel-gpu-missing", Reason.DRIFT_FOUND, Optional.empty(), at);
    }

    @Test
    void i18_theThirdNodeWithinAnHourIsNotFixedAlone() {
        assertThat(alone("gpu-1", NOW)).isEmpty();
        assertThat(alone("gpu-2", NOW.plusSeconds(60))).isEmpty();

        assertThat(alone("gpu-3", NOW.plusSeconds(120)).orElse(""))
                .contains("I18")
                .contains("K15")
                .contains("gpu-1")
                .contains("gpu-2");
    }

    @Test
    void i18_theSecondNodeOfARolloutStopsIt() {
        Optional<String> change = Optional.of("change-1");
        assertThat(objection("gpu-1", "kernel-gpu-missing", Reason.ROLLOUT, change, NOW))
                .isEmpty();

        assertThat(objection("gpu-2", "kernel-gpu-missing", Reason.ROLLOUT, change, NOW))
                .isPresent();
    }

    @Test
    void aNodeThatIsLookedAtAgainCountsOnce() {
        assertThat(alone("gpu-1", NOW)).isEmpty();
        assertThat(alone("gpu-1", NOW.plusSeconds(60))).isEmpty();
        assertThat(alone("gpu-2", NOW.plusSeconds(60))).isEmpty();
        assertThat(alone("gpu-2", NOW.plusSeconds(90))).isEmpty();
    }

    @Test
    void whatWasAnHourAgoSpeaksAgainstNothing() {
        assertThat(alone("gpu-1", NOW)).isEmpty();
        assertThat(alone("gpu-2", NOW)).isEmpty();

        assertThat(alone("gpu-3", NOW.plus(Duration.ofMinutes(61)))).isEmpty();
    }

    @Test
    void aPersonMayWorkOnOneNodeAndDriftIsWhatAWholeFleetShows() {
        for (String node : List.of("gpu-1", "gpu-2", "gpu-3")) {
            assertThat(objection(node, "kernel-gpu-missing", Reason.OPERATOR, Optional.empty(), NOW))
                    .isEmpty();
            assertThat(objection(node, "image-drift", Reason.DRIFT_FOUND, Optional.empty(), NOW))
                    .isEmpty();
        }
    }
}
