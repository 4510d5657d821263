package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.model.Outcome;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each pair of runbooks of which one leads to the other, on a simulated fleet of a node for each, judged by the observer:
 * as it should go, with answers lost on both sides of the way, stopped on the way, and with nobody there to go to.
 */
@Timeout(600)
class DiversionPairsTest {
    private static final List<Diversion> ALL = List.of(Diversion.values());

    @TempDir
    Path folder;

    private static String node(int index) {
        return Diversion.plan(0, ALL).nodes().get(index).name();
    }

    /** Runs each on its node, disturbed, and looks at what the observer finds. */
    private static List<NodeOutcome> run(
            ScenarioBench bench, List<Diversion> diversions, BiConsumer<String, Diversion> disturb) {
        for (int i = 0; i < diversions.size(); i++) {
            disturb.accept(node(i), diversions.get(i));
            bench.start(diversions.get(i).from(), node(i));
        }
        List<NodeOutcome> ends = new ArrayList<>();
        Map<String, Wanted> wanted = new HashMap<>();
        for (int i = 0; i < diversions.size(); i++) {
            NodeOutcome end = bench.end(node(i));
            ends.add(end);
            wanted.put(node(i), diversions.get(i).stopped(end.outcome()));
            assertThat(Operands.of(bench.fleet, node(i)))
                    .as(diversions.get(i) + " → " + end)
                    .isEqualTo(Operands.AS_FOUND);
            assertThat(Operands.recorded(bench.fleet, node(i)))
                    .as(diversions.get(i) + " → " + end)
                    .isFalse();
        }
        assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        return ends;
    }

    private static void endAsTheyShould(List<NodeOutcome> ends) {
        for (int i = 0; i < ALL.size(); i++) {
            assertThat(ends.get(i).outcome())
                    .as(ALL.get(i) + " → " + ends.get(i))
                    .isEqualTo(ALL.get(i).end());
            assertThat(ends.get(i).path())
                    .as(ALL.get(i) + " → " + ends.get(i))
                    .containsExactly(ALL.get(i).from(), ALL.get(i).to());
        }
    }

    @Test
    void eachLeadsToTheOtherUnderOneIdAndEndsAsThatOneEnds() {
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(41, ALL))) {
            endAsTheyShould(run(bench, ALL, (node, diversion) -> {}));
        }
    }

    @Test
    void i9_eachEndsTheSameWhenNoAnswerIsHeardOnEitherSideOfTheWay() {
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(42, ALL))) {
            endAsTheyShould(run(bench, ALL, (node, diversion) -> {
                bench.steps.unheard(node, "diagnose");
                bench.steps.unheard(node, "cordon");
                bench.steps.unheard(node, diversion.to() + "-facts");
                bench.steps.unheard(node, diversion.to() + "-diagnose");
            }));
        }
    }

    /** I3, I28: on the way from one to the other the node is neither forgotten nor given back unproven. */
    @ParameterizedTest
    @ValueSource(strings = {"facts", "diagnose", "evidence"})
    void i3_i28_eachEndsHeldOrUntouchedWhenItIsCancelledOnTheWay(String step) {
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(43, ALL))) {
            List<NodeOutcome> ends = run(
                    bench,
                    ALL,
                    (node, diversion) -> bench.steps.before(
                            node,
                            diversion.to() + "-" + step,
                            () -> bench.client()
                                    .newUntypedWorkflowStub(bench.ref(node).workflowId())
                                    .cancel()));

            assertThat(ends).allMatch(end -> end.outcome() == Outcome.HELD || end.outcome() == Outcome.UNTOUCHED);
            assertThat(ends).allMatch(end -> end.reason().contains("cancelled"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"image-drift", "module-reload", "kernel-gpu-missing"})
    void theNodeIsHeldForARunbookThatNoWorkerHas(String slug) {
        List<Diversion> lost = ALL.stream().filter(d -> d.to().equals(slug)).toList();
        try (ScenarioBench bench = ScenarioBench.lacking(folder, Diversion.plan(44, lost), slug)) {
            List<NodeOutcome> ends = run(bench, lost, (node, diversion) -> {});

            assertThat(ends)
                    .isNotEmpty()
                    .allSatisfy(end -> assertThat(end.toString()).startsWith("HELD(needs " + slug));
        }
    }
}
