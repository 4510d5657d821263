package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.activities.spi.NodeBoots;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Under which boot the job of gate G10 ended. */
class SmokeUnderBootTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:smoke", "slipway", Optional.empty());
    private final SchedulerInMemory scheduler = new SchedulerInMemory("kubernetes", new ArrayList<>());
    private Reading<NodeBoots.NodeBoot> runs = Reading.of(new NodeBoots.NodeBoot("boot-1", Instant.EPOCH));

    @AfterEach
    void close() {
        ledger.close();
    }

    private GateResult smoke() {
        SmokeJob job = new SmokeJob("image", List.of("true"), "ml", Duration.ofMinutes(1), 8);
        FleetNodes nodes = NodesInMemory.of(scheduler, act -> runs, Optional.of(job), ledger);
        return nodes.smoke(act(), new BaselineRef("pinned", "1"));
    }

    private static Act act() {
        return new Act(
                        NODE,
                        "prod-a",
                        "run-1",
                        NODE.workflowId(),
                        "image-drift",
                        new Step("smoke", "Smoke job", NodeState.VERIFYING),
                        1,
                        Optional.of(new Identity("m-1", "u-1", Optional.empty())),
                        Instant.EPOCH)
                .expecting(false, "boot-1", Optional.empty());
    }

    @Test
    void aJobThatEndedCountsForTheBootThatRuns() {
        assertThat(smoke().verdict()).isEqualTo(Verdict.PASS);
        assertThat(smoke().bootId()).isEqualTo("boot-1");
    }

    @Test
    void aNodeThatLeftItsBootUnderTheJobHasCrashed() {
        runs = Reading.of(new NodeBoots.NodeBoot("boot-2", Instant.EPOCH));

        assertThat(smoke().verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(smoke().bootId()).isEqualTo("boot-2");
    }

    @Test
    void aNodeThatDoesNotSayItsBootIsAskedAgain() {
        runs = Reading.unknown("no answer");

        assertThat(Refusal.of(FailureType.TRANSIENT, this::smoke)).contains("under which boot its smoke job ended");
    }
}
