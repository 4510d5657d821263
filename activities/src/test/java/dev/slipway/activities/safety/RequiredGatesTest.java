package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Baseline;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which gates a baseline requires, by its profile and by what was answered. */
class RequiredGatesTest {
    private static final List<String> ALWAYS = List.of("G0", "G1", "G2", "G3", "G4", "G5", "G11");

    private static Baseline goal(double minBusBandwidth, int diagLevel, boolean pair) {
        return NodeInMemory.baseline(Baseline.GateProfile.of(minBusBandwidth, List.of(), List.of(), diagLevel, pair));
    }

    private static List<String> with(String... more) {
        List<String> gates = new ArrayList<>(ALWAYS);
        gates.addAll(List.of(more));
        return gates;
    }

    private static List<GateResult> answered(String gate, Verdict verdict) {
        return List.of(new GateResult(gate, verdict, "as told", "boot-1"));
    }

    @Test
    void theLevelOfTheDiagnosticDecidesWhichOneIsRequired() {
        assertThat(RequiredGates.of(goal(0, 1, false))).isEqualTo(ALWAYS);
        assertThat(RequiredGates.of(goal(0, 2, false))).isEqualTo(with("G6"));
        assertThat(RequiredGates.of(goal(0, 3, false))).isEqualTo(with("G7"));
    }

    @Test
    void bandwidthAndAPairAreRequiredWhereTheBaselineNamesThem() {
        assertThat(RequiredGates.of(goal(460, 1, true))).isEqualTo(with("G8", "G9"));
    }

    @Test
    void aHigherLevelThatPassedProvesTheLowerOne() {
        Baseline second = goal(0, 2, false);

        assertThat(RequiredGates.of(second, answered("G7", Verdict.PASS))).isEqualTo(with("G7"));
        assertThat(RequiredGates.of(second, answered("G7", Verdict.NOT_RUN))).isEqualTo(with("G6"));
        assertThat(RequiredGates.of(second, answered("G6", Verdict.PASS))).isEqualTo(with("G6"));
        assertThat(RequiredGates.of(goal(0, 1, false), answered("G7", Verdict.PASS)))
                .isEqualTo(ALWAYS);
    }
}
