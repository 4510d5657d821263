package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ledger that is away, or without the plan, while nodes of a wave are in flight: no node pays for it. */
class WaveWithoutLedgerTest {
    /** Two pages of the plan: the second is read while nodes of the first are in flight. */
    private static final int NODES = 22;

    private static final NodePolicy PATIENT = new NodePolicy(
            Duration.ofDays(2),
            Duration.ofSeconds(603),
            Duration.ofSeconds(903),
            false,
            Duration.ofHours(1),
            1,
            NodePolicy.ConvergeBy.PACKAGES,
            List.of());

    private final RolloutBench site = RolloutBench.of(NODES, PATIENT);
    private final FakeNode inFlight = site.node(20);

    WaveWithoutLedgerTest() {
        IntStream.rangeClosed(1, 19).forEach(n -> site.node(n).row = "D0");
        // A job is on it for four hours.
        inFlight.jobLooks = 8;
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** After the first page of the plan was read, and before the second is. */
    private void onceBegun(Runnable then) {
        site.nodes.stream().filter(node -> node.row.equals("D0")).forEach(node -> node.onCall = call -> then.run());
    }

    private void onceInFlight(Runnable then) {
        inFlight.onCall = call -> {
            if (call.equals("Nodes.drain#1")) {
                then.run();
            }
        };
    }

    private void assertInFlightFinished() {
        assertThat(inFlight.outcome.map(o -> o.outcome())).contains(Outcome.CONVERGED);
        assertThat(inFlight.asFound()).isTrue();
    }

    @Test
    void aLedgerThatIsAwayForHoursIsWaitedForAndNoNodeIsCancelled() {
        onceBegun(() -> site.bench.ledger.away = true);
        Rollout rollout = site.start(List.of(NODES), 3);
        site.after(Duration.ofHours(3));
        assertThat(site.begun()).as("nothing more starts").doesNotContain("gpu-21", "gpu-22");
        assertThat(site.told()).singleElement().asString().contains("waits", "The ledger does not answer");
        assertThat(rollout.view().state()).isEqualTo("canary, nodes 1 to 22 of 22");

        site.bench.ledger.away = false;

        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 3, "UNTOUCHED", 19));
        assertInFlightFinished();
        assertThat(site.closed(RolloutBench.wave(1))).isEqualTo("COMPLETED");
    }

    @Test
    void aPlanThatTheLedgerDoesNotHaveIsNotWaitedFor() {
        onceBegun(() -> site.bench.ledger.planLost = true);
        site.start(List.of(NODES), 3);

        RolloutSummary end = site.end();

        assertThat(site.closed(RolloutBench.ROLLOUT)).isEqualTo("COMPLETED");
        assertThat(end.state()).isEqualTo("plan lost");
        assertThat(end.why()).isEqualTo("plan lost: The ledger has no plan plan-1");
        assertThat(end.outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 21));
        assertThat(site.begun()).doesNotContain("gpu-21", "gpu-22");
        assertInFlightFinished();
        assertThat(site.told()).singleElement().asString().contains("stopped", "plan lost");
    }

    @Test
    void aPlanThatLacksNodesIsLostToo() {
        onceBegun(() -> site.bench.plan.removeIf(trigger -> trigger.node().equals(site.node(22).ref)));
        site.start(List.of(NODES), 3);

        RolloutSummary end = site.end();

        assertThat(end.why()).startsWith("plan lost: ");
        assertThat(end.outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 21));
        assertInFlightFinished();
    }

    @Test
    void aWaveThatWaitsForTheLedgerHeedsAnAbort() {
        onceBegun(() -> site.bench.ledger.away = true);
        Rollout rollout = site.start(List.of(NODES), 3);
        site.after(Duration.ofHours(2));

        rollout.abort(new Who("on-call", "enough"));

        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 21));
        assertInFlightFinished();
    }

    /** A run that was cancelled returns nothing: its outcome is in the ledger. */
    @Test
    void anOutcomeThatCannotBeReadIsWaitedForBeforeTheNextNodeStarts() {
        onceInFlight(() -> {
            site.run(inFlight.ref.workflowId()).cancel();
            site.bench.ledger.away = true;
        });
        site.start(List.of(20, NODES), 3);
        site.after(Duration.ofHours(3));
        assertThat(site.begun()).doesNotContain("gpu-21");

        site.bench.ledger.away = false;

        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 2, "UNTOUCHED", 20));
        assertThat(inFlight.asFound()).isTrue();
    }
}
