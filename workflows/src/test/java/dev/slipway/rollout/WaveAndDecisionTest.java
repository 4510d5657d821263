package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that waits for a person, and the wave that started it. */
class WaveAndDecisionTest {
    private static final Who WHO = new Who("on-call", "looked at it");
    private final RolloutBench site = RolloutBench.of(2, Bench.policy(true));

    WaveAndDecisionTest() {
        site.node(1).faults.add(new Fault("Packages.converge", 1, Fault.When.BEFORE, FailureType.AMBIGUOUS));
        site.start(List.of(2), 1);
        site.after(RolloutBench.SOON);
        assertThat(site.bench.open(site.node(1)).view().state()).isEqualTo("DECISION");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void theWaveNamesTheNodeUntilItIsDecided() {
        assertThat(site.bench.details(RolloutBench.wave(1))).contains(", waits for a decision on [prod/gpu-1]");

        site.bench.open(site.node(1)).retry(WHO);
        site.after(RolloutBench.SOON);

        assertThat(site.bench.details(RolloutBench.wave(1))).doesNotContain("waits for a decision");
        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 2));
    }

    @Test
    void theWordOfAnotherWaveStopsNothing() {
        site.run(site.node(1).ref.workflowId()).signal("stop", "rollout/change-9/wave/1", "its rollout was closed");

        assertThat(site.bench.open(site.node(1)).view().state()).isEqualTo("DECISION");
        assertThat(site.bench.open(site.node(1)).view().journal())
                .contains("signal stop dropped: rollout/change-9/wave/1 did not start this run");
        site.bench.open(site.node(1)).retry(WHO);
        assertThat(site.end().outcomes()).containsExactlyInAnyOrderEntriesOf(Map.of("CONVERGED", 2));
    }
}
