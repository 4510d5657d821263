package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which outcome stops a wave, by itself or with those before it. */
class BrakeRulesTest {
    private static WavePlan wave(int number, int mayFail) {
        return new WavePlan(
                "change-1",
                "fleet",
                "ImageDrift",
                "plan-1",
                number,
                new WavePlan.Bounds(0, 9, 1),
                mayFail,
                new WavePlan.Later(List.of(), false));
    }

    private static NodeOutcome ended(String node, Outcome outcome, String failedGate) {
        return new NodeOutcome(
                new NodeRef("prod", node),
                outcome,
                "as told",
                "",
                List.of(),
                List.of(),
                Instant.EPOCH,
                Instant.EPOCH,
                failedGate,
                false);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONVERGED", "UNTOUCHED"})
    void aNodeThatEndedWellStopsNothing(Outcome well) {
        Brakes canary = new Brakes(wave(1, 0));

        assertThat(canary.after(ended("gpu-1", well, "G7"))).isEmpty();
        assertThat(canary.after(ended("gpu-2", well, "G7"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"HELD", "RMA_CANDIDATE"})
    void aNodeThatIsOutStopsTheWaveWhateverMayFail(Outcome out) {
        assertThat(new Brakes(wave(2, 5)).after(ended("gpu-1", out, ""))).contains("gpu-1 " + out + "(as told)");
    }

    @Test
    void noNodeOfTheCanaryMayRollBack() {
        assertThat(new Brakes(wave(1, 5)).after(ended("gpu-1", Outcome.ROLLED_BACK, "")))
                .contains("canary gpu-1 ROLLED_BACK(as told)");
    }

    @Test
    void asManyMayRollBackAsThePlanAllows() {
        Brakes brakes = new Brakes(wave(2, 2));

        assertThat(brakes.after(ended("gpu-1", Outcome.ROLLED_BACK, ""))).isEmpty();
        assertThat(brakes.after(ended("gpu-2", Outcome.ROLLED_BACK, ""))).isEmpty();
        assertThat(brakes.after(ended("gpu-3", Outcome.ROLLED_BACK, "")))
                .contains("failure budget: 3 ended badly, 2 may; last gpu-3 ROLLED_BACK(as told)");
    }

    @Test
    void oneGateThatFailsOnTwoNodesIsTheChangesFault() {
        Brakes brakes = new Brakes(wave(2, 9));

        assertThat(brakes.after(ended("gpu-1", Outcome.ROLLED_BACK, "G7"))).isEmpty();
        assertThat(brakes.after(ended("gpu-2", Outcome.ROLLED_BACK, "G8"))).isEmpty();
        assertThat(brakes.after(ended("gpu-1", Outcome.ROLLED_BACK, "G7")))
                .as("the same node, tried again")
                .isEmpty();
        assertThat(brakes.after(ended("gpu-3", Outcome.ROLLED_BACK, "G7")))
                .contains("G7 failed on gpu-1 and gpu-3: suspect the change, not the nodes;"
                        + " last gpu-3 ROLLED_BACK(as told)");
    }

    @Test
    void theWavesOfAChangeHaveIdsOfTheirOwnAndOnlyTheFirstIsTheCanary() {
        assertThat(wave(1, 0).workflowId()).isEqualTo("rollout/change-1/wave/1");
        assertThat(wave(1, 0).canary()).isTrue();
        assertThat(wave(2, 0).canary()).isFalse();
    }
}
