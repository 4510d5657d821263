package dev.slipway.activities.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.Grant;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The first change of a run is the cordon: its leave of service stands by then, or nothing is done. */
class CordonUnderFenceTest {
    private static final NodeRef NODE = new NodeRef("c1", "gpu-001");
    private static final String BUDGET = "capacity/c1/prod-a";

    private final LedgerDatabase ledger =
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "slipway", Optional.empty());
    private final List<String> calls = new ArrayList<>();
    private final SchedulerInMemory scheduler = new SchedulerInMemory("kubernetes", calls);
    private final Act act = new Act(
                    NODE,
                    "prod-a",
                    "run-1",
                    NODE.workflowId(),
                    "image-drift",
                    Step.CORDON,
                    1,
                    Optional.empty(),
                    Instant.EPOCH)
            .fenced(3);

    @AfterEach
    void close() {
        ledger.close();
    }

    private FleetNodes nodes() {
        return NodesInMemory.of(scheduler, asked -> Reading.unknown("not asked"), Optional.empty(), ledger);
    }

    private static HeldGrant grant(String run, long fence) {
        CapacityRequest request = new CapacityRequest("prod-a", "prod-a", NODE, NODE.workflowId(), run);
        return new HeldGrant(request, new Grant("prod-a", NODE.workflowId(), fence, Instant.EPOCH, run));
    }

    @Test
    void i14_aNodeWhoseLeaveWasTakenBackStaysInService() {
        ledger.capacityGrants().record(BUDGET, List.of(grant("run-1", 3)), List.of());
        ledger.capacityGrants().record(BUDGET, List.of(), List.of(grant("run-1", 3)));

        assertThat(Refusal.of(FailureType.SKIPPED_BY_POLICY, () -> nodes().cordon(act, false)))
                .contains("gpu-001 stays in service", "fence 3 was revoked");
        assertThat(calls).noneMatch(call -> call.contains("cordon"));
    }

    @Test
    void i14_aNodeWhoseLeaveStandsIsCordoned() {
        ledger.capacityGrants().record(BUDGET, List.of(grant("run-1", 3)), List.of());

        nodes().cordon(act, false);

        assertThat(calls).anyMatch(call -> call.contains("cordon"));
    }
}
