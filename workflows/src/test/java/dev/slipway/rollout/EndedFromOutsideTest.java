package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A rollout or a wave that is cancelled or ended by force in Temporal: what its nodes in flight do, and who hears of it. */
class EndedFromOutsideTest {
    private static final String SECOND_WAVE = RolloutBench.wave(2);
    private final RolloutBench site = RolloutBench.of(5, Bench.policy(true));
    private final FakeNode inFlight = site.node(2);

    EndedFromOutsideTest() {
        site.node(1).row = "D0";
        // A job is on it for half an hour.
        inFlight.jobLooks = 1;
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** The rollout comes to the second node's drain, and rests there. */
    private void begin(int window) {
        site.start(List.of(1, 5), window);
        site.after(RolloutBench.SOAK.plusSeconds(120));
        assertThat(inFlight.calls).contains("Nodes.drain").doesNotContain("Packages.converge");
    }

    private Outcome outcome(FakeNode node) {
        return node.outcome.orElseThrow().outcome();
    }

    private void assertStoppedAndReleased(String... reasons) {
        assertThat(outcome(inFlight)).isEqualTo(Outcome.UNTOUCHED);
        assertThat(inFlight.outcome.orElseThrow().reason()).containsAnyOf(reasons);
        assertThat(inFlight.asFound()).isTrue();
        assertThat(site.begun()).containsExactly("gpu-1", "gpu-2");
    }

    @Test
    void aCancelledRolloutIsAbortedAndItsNodeInFlightFinishes() {
        begin(1);

        site.run(RolloutBench.ROLLOUT).cancel();
        RolloutSummary end = site.end();

        assertThat(outcome(inFlight)).isEqualTo(Outcome.CONVERGED);
        assertThat(site.begun()).containsExactly("gpu-1", "gpu-2");
        assertThat(end.why()).startsWith("cancelled");
        assertThat(end.outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 4));
        assertThat(site.told()).anySatisfy(text -> assertThat(text).contains("stopped", "cancelled"));
        assertThat(site.status(SECOND_WAVE)).isEqualTo("COMPLETED");
    }

    @Test
    void aCancelledWaveStopsItsRolloutAndItsNodeInFlightFinishes() {
        begin(1);

        site.run(SECOND_WAVE).cancel();
        RolloutSummary end = site.end();

        assertThat(outcome(inFlight)).isEqualTo(Outcome.CONVERGED);
        assertThat(site.begun()).containsExactly("gpu-1", "gpu-2");
        assertThat(end.why()).isEqualTo("wave 2 was cancelled");
        assertThat(end.outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 1, "UNTOUCHED", 4));
        assertThat(site.told()).singleElement().asString().contains("stopped", "wave 2 was cancelled");
        assertThat(site.status(RolloutBench.ROLLOUT)).isEqualTo("COMPLETED");
    }

    @Test
    void nodesOfATerminatedRolloutStopAtTheirNextSafePointAndSaySo() {
        begin(1);

        site.terminate(RolloutBench.ROLLOUT, SECOND_WAVE);
        site.closed(SECOND_WAVE);

        assertStoppedAndReleased("its rollout rollout/change-1 was closed by force");
        assertThat(site.told()).singleElement().asString().contains("stopped", "rollout/change-1 was closed by force");
    }

    @Test
    void aChangedNodeOfATerminatedRolloutIsRolledBack() {
        inFlight.jobLooks = 0;
        for (int call = 1; call <= 2; call++) {
            inFlight.faults.add(new Fault("Diagnostics.nccl", call, Fault.When.BEFORE, FailureType.STEP_FAILED));
        }
        site.start(List.of(1, 5), 1);
        site.after(RolloutBench.SOAK.plusSeconds(120));
        assertThat(site.bench.open(inFlight).view().state()).isEqualTo("DECISION");

        site.terminate(RolloutBench.ROLLOUT, SECOND_WAVE);

        assertThat(site.closed(SECOND_WAVE)).isEqualTo("CANCELED");
        assertThat(outcome(inFlight)).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(inFlight.running).isEqualTo("previous");
        assertThat(inFlight.asFound()).isTrue();
        assertThat(inFlight.told).last().asString().contains("ROLLED_BACK", "was closed by force");
    }

    @Test
    void aTerminatedRolloutWhoseWaveIsTerminatedTooLeavesNoNodeBehind() {
        begin(1);

        site.terminate(RolloutBench.ROLLOUT, SECOND_WAVE);
        site.terminate(SECOND_WAVE, inFlight.ref.workflowId());

        site.closed(inFlight.ref.workflowId());
        // the wave may have told its node of the rollout's end before its own end came
        assertStoppedAndReleased(
                SECOND_WAVE + " was closed by force", "its rollout rollout/change-1 was closed by force");
    }

    @Test
    void aWaveThatAnEarlierRolloutLeftOpenStopsTheNextOneUntouched() {
        begin(1);
        site.run(RolloutBench.ROLLOUT).terminate("by hand");

        site.start(List.of(1, 5), 1);
        RolloutSummary end = site.end();

        assertThat(end.why()).contains("wave 2", "is still open");
        assertThat(end.outcomes()).containsEntry("UNTOUCHED", 5);
        site.closed(inFlight.ref.workflowId());
        assertThat(outcome(inFlight)).isEqualTo(Outcome.CONVERGED);
        // That wave goes on with its other nodes.
        site.closed(SECOND_WAVE);
    }
}
