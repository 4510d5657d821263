package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.verdict.ShareOfTheDay;
import dev.slipway.worker.Runbooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each pair of runbooks of which one leads to the other, on a simulated fleet of a node for each, judged by the observer:
 * as it should go, with answers lost on both sides of the way, stopped on the way, and with nobody there to go to.
 */
class DiversionPairsTest {
    /** What a runbook that exists leads to. */
    private static final List<Diversion> EVERY = Diversion.all();

    /** The pairs whose second is a runbook that exists, too. */
    private static final List<Diversion> ALL = EVERY.stream()
            .filter(diversion -> RunbookCases.isThere(diversion.to()))
            .toList();

    /** Steps of the second runbook; none of them changes the node. */
    private static final List<String> ON_THE_WAY = List.of("facts", "diagnose", "evidence");

    /** A step at which a run is stopped on its way from one to the other. */
    private record Stop(Diversion diversion, String onTheWay) {
        String step() {
            return diversion.to() + "-" + onTheWay;
        }
    }

    @TempDir
    Path folder;

    private static String pair(String from, String to) {
        return from + " → " + to;
    }

    private static String node(int index) {
        return String.format(java.util.Locale.ROOT, "gpu-%03d", index + 1);
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
            wanted.put(node(i), diversions.get(i).wanted(end.outcome()));
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

    private static void converge(List<Diversion> diversions, List<NodeOutcome> ends) {
        for (int i = 0; i < diversions.size(); i++) {
            Diversion diversion = diversions.get(i);
            String said = diversion + " → " + ends.get(i);
            assertThat(ends.get(i).outcome()).as(said).isEqualTo(Outcome.CONVERGED);
            assertThat(ends.get(i).path()).as(said).containsExactly(diversion.from(), diversion.to());
        }
    }

    @Test
    void everyPairThatTheDecisionTablesKnowIsTriedHere() {
        List<String> known = Runbooks.found().tables().stream()
                .flatMap(table ->
                        table.leadsTo().stream().filter(RunbookCases::isThere).map(to -> pair(table.slug(), to)))
                .toList();

        assertThat(ALL)
                .extracting(diversion -> pair(diversion.from(), diversion.to()))
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void eachLeadsToTheOtherUnderOneIdAndEndsAsThatOneEnds() {
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(41, ALL))) {
            converge(ALL, run(bench, ALL, (node, diversion) -> {}));
        }
    }

    @Test
    void i9_eachEndsTheSameWhenNoAnswerIsHeardOnEitherSideOfTheWay() {
        List<Diversion> today = ShareOfTheDay.of(ALL, 0);
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(42, today))) {
            converge(today, run(bench, today, (node, diversion) -> {
                bench.steps.unheard(node, "diagnose");
                bench.steps.unheard(node, "cordon");
                bench.steps.unheard(node, diversion.to() + "-facts");
                bench.steps.unheard(node, diversion.to() + "-diagnose");
            }));
            assertThat(bench.steps.neverUnheard()).isEmpty();
        }
    }

    /** I3, I28: on the way from one to the other the node is neither forgotten nor given back unproven. */
    @Test
    void i3_i28_eachEndsHeldWhenItIsCancelledOnTheWay() {
        List<Stop> stops = ShareOfTheDay.of(
                ALL.stream()
                        .flatMap(diversion -> ON_THE_WAY.stream().map(step -> new Stop(diversion, step)))
                        .toList(),
                0);
        List<Diversion> stopped = stops.stream().map(Stop::diversion).toList();
        try (ScenarioBench bench = ScenarioBench.start(folder, Diversion.plan(43, stopped))) {
            Iterator<Stop> next = stops.iterator();
            List<NodeOutcome> ends = run(
                    bench,
                    stopped,
                    (node, diversion) -> bench.steps.before(node, next.next().step(), () -> bench.cancel(node)));

            for (int i = 0; i < ends.size(); i++) {
                String said = stops.get(i) + " → " + ends.get(i);
                assertThat(ends.get(i).outcome()).as(said).isEqualTo(Outcome.HELD);
                assertThat(ends.get(i).reason()).as(said).contains("cancelled");
            }
        }
    }

    @Test
    void aNodeThatItsFaultMakesUnsafeIsHeldForARunbookThatNoWorkerHasAndAnyOtherIsReported() {
        try (ScenarioBench bench = ScenarioBench.alone(folder, Diversion.plan(44, EVERY))) {
            List<NodeOutcome> ends = run(bench, EVERY, (node, diversion) -> {});

            for (int i = 0; i < ends.size(); i++) {
                assertThat(ends.get(i).toString())
                        .as(EVERY.get(i).toString())
                        .matches(Pattern.quote("HELD(needs " + EVERY.get(i).to()) + ".*|UNTOUCHED\\(.*needs "
                                + EVERY.get(i).to() + ", which is not installed; left in service.*");
            }
            for (int i = 0; i < ends.size(); i++) {
                assertThat(ends.get(i).outcome() == Outcome.UNTOUCHED)
                        .as(EVERY.get(i) + " → " + ends.get(i))
                        .isEqualTo(EVERY.get(i).usable());
            }
        }
    }
}
