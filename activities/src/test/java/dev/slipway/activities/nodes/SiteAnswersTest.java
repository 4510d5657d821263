package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A site answers when its scheduler and its network do, whatever they say of one node. */
class SiteAnswersTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");

    private final LedgerDatabase ledger =
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "slipway", Optional.empty());
    private final List<String> calls = new ArrayList<>();
    private final SchedulerInMemory scheduler = new SchedulerInMemory("kubernetes", calls);
    private NodeBoots boots = act -> Reading.of(new NodeBoots.NodeBoot("boot-1", Instant.EPOCH));
    private final Act act = new Act(
            NODE, "prod-a", "run-1", NODE.workflowId(), "image-drift", Step.CORDON, 1, Optional.empty(), Instant.EPOCH);

    @AfterEach
    void close() {
        ledger.close();
    }

    private void ask() {
        NodesInMemory.of(scheduler, boots, Optional.empty(), ledger).siteAnswers(act);
    }

    @Test
    void aSiteThatAnswersIsReadAndNotChanged() {
        assertThatCode(this::ask).doesNotThrowAnyException();
        assertThat(calls).isEmpty();
    }

    @Test
    void aSchedulerThatIsAwayIsWaitedFor() {
        scheduler.trouble = Optional.of(FailureType.PART_AWAY.of("503", "the API of c1"));

        assertThat(Refusal.of(FailureType.PART_AWAY, this::ask)).contains("503");
    }

    @Test
    void aNetworkToAllNodesThatIsAwayIsWaitedFor() {
        boots = asked -> {
            throw FailureType.PART_AWAY.of("no node of c1 answers", "the nodes of c1");
        };

        assertThat(Refusal.of(FailureType.PART_AWAY, this::ask)).contains("no node of c1 answers");
    }

    /** What else is said of the node is for the step to hear that needs it. */
    @Test
    void oneNodeThatIsSilentOrUnknownIsNoSiteThatIsAway() {
        boots = asked -> Reading.unknown("no answer");
        assertThatCode(this::ask).doesNotThrowAnyException();

        scheduler.trouble = Optional.of(FailureType.STEP_FAILED.of("no node gpu-001"));
        assertThatCode(this::ask).doesNotThrowAnyException();
    }
}
