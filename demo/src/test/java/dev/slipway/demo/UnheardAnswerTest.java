package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.kubernetes.spec.Fault;
import dev.slipway.simulator.kubernetes.spec.Faults;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults.Fault.Drop;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.verdict.ShareOfTheDay;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I9: whatever is asked of a node or its cluster, and had its effect, and nobody heard of it, is not done twice.
 * Method: a node for each command, each request and each step; there the connection breaks once, after the effect; for
 * commands also before it. The observer counts boots and transactions.
 */
class UnheardAnswerTest {
    /** Commands by name, and how many of their calls are struck, a node for each. */
    private static final Map<String, Integer> COMMANDS = Map.of(
            "slipway-probe", 12,
            "slipway-start", 4,
            "slipway-poll", 4,
            "slipway-reboot", 1,
            "slipway-evidence", 1,
            "apt-get", 4,
            "apt-mark", 1,
            "update-initramfs", 1,
            "dcgmi", 3,
            "all_reduce_perf", 1);

    /** These run detached: what breaks is not a connection but the job itself, without a trace of its end. */
    private static final Set<String> DETACHED = Set.of("apt-get", "apt-mark", "update-initramfs");

    private static final String WAY_BACK = "the engine on the way back at ";

    private final Map<String, String> struck = new LinkedHashMap<>();
    private FleetPlan plan = FleetPlan.whole(7, 1);

    @TempDir
    Path folder;

    private String next(String what) {
        String node = String.format(java.util.Locale.ROOT, "gpu-%03d", struck.size() + 1);
        struck.put(node, what);
        return node;
    }

    /** A node for each call of each command, at which the connection breaks once. */
    private void strikeCommands(List<Rule> calls) {
        calls.forEach(rule -> plan = plan.changing(next(rule.on() + " " + rule.call()), n -> n.failing(rule)));
    }

    private static List<Rule> calls(Moment moment) {
        List<Rule> all = COMMANDS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(entry -> IntStream.rangeClosed(1, entry.getValue())
                        .mapToObj(call -> new Rule(entry.getKey(), call, moment, new Drop())))
                .toList();
        return ShareOfTheDay.of(all, moment.name().hashCode());
    }

    private static FleetPlan drifted(int nodes) {
        FleetPlan plan = FleetPlan.whole(7, nodes);
        for (String node : plan.nodes().stream().map(n -> n.name()).toList()) {
            plan = plan.changing(
                    node,
                    n -> n.with(new Condition.Runs(SoftwareSet.previous())).serving(1));
        }
        return plan;
    }

    private ScenarioBench start() {
        List<String> onTheWay = Undisturbed.steps(folder, Fate.CONVERGES);
        List<String> onTheWayBack = Undisturbed.steps(folder, Fate.ROLLS_BACK).stream()
                .filter(step -> !onTheWay.contains(step))
                .toList();
        List<String> forward = ShareOfTheDay.of(onTheWay, 0);
        List<String> backward = ShareOfTheDay.of(onTheWayBack, 0);
        List<Rule> calls = calls(Moment.AFTER);
        plan = drifted(forward.size() + backward.size() + 3 + calls.size());
        strikeCommands(calls);
        Map<String, String> engine = new LinkedHashMap<>();
        forward.forEach(step -> engine.put(next("the engine at " + step), step));
        backward.forEach(step -> {
            String node = next(WAY_BACK + step);
            plan = Fate.ROLLS_BACK.on(plan, node);
            engine.put(node, step);
        });
        ScenarioBench bench = ScenarioBench.start(folder.resolve("unheard"), plan);
        engine.forEach(bench.steps::unheard);
        Faults requests = bench.fleet.kubernetes().faults();
        requests.next(1, "patch", ".*/nodes/" + next("the cordon"), new Fault.DropsAfter());
        String returning = next("the return");
        requests.next(1, "patch", ".*/nodes/" + returning, new Fault.Serves());
        requests.next(1, "patch", ".*/nodes/" + returning, new Fault.DropsAfter());
        requests.next(1, "create", ".*/pods/serve-" + next("the eviction") + "/eviction", new Fault.DropsAfter());
        return bench;
    }

    /** How a run ends that was struck there. A detached job that left no trace of its end may be unknown, and held. */
    private static List<Outcome> ends(String what) {
        if (what.startsWith(WAY_BACK)) {
            return List.of(Outcome.ROLLED_BACK);
        }
        return DETACHED.contains(what.split(" ", 2)[0])
                ? List.of(Outcome.CONVERGED, Outcome.HELD)
                : List.of(Outcome.CONVERGED);
    }

    private static Wanted wanted(NodeOutcome end) {
        return end.outcome() == Outcome.HELD
                ? Wanted.untouched(true).atMost(1, 1)
                : WantedAfter.imageDrift(end.outcome());
    }

    @Test
    void i9_whatHadItsEffectAndWasNotHeardIsNotDoneTwice() {
        try (ScenarioBench bench = start()) {
            judge(bench);
            assertThat(bench.steps.neverUnheard())
                    .as("steps that were never struck")
                    .isEmpty();
            assertThat(bench.fleet.kubernetes().faults().left())
                    .as("requests that were never struck")
                    .isZero();
        }
    }

    @Test
    void i9_whatWasLostOnItsWayToTheNodeIsDoneOnceAllTheSame() {
        List<Rule> calls = calls(Moment.BEFORE);
        plan = drifted(calls.size());
        strikeCommands(calls);
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            judge(bench);
        }
    }

    private void judge(ScenarioBench bench) {
        List<NodeOutcome> ends = bench.run(List.copyOf(struck.keySet()), false);

        String text = ends.stream()
                .map(end -> struck.get(end.node().name()) + " → " + end)
                .collect(Collectors.joining("\n"));
        Map<String, Wanted> wanted = new HashMap<>();
        for (NodeOutcome end : ends) {
            String what = struck.getOrDefault(end.node().name(), "");
            assertThat(end.outcome()).as(what + " → " + end).isIn(ends(what));
            wanted.put(end.node().name(), wanted(end));
        }
        assertThat(bench.violations(wanted)).as(text).isEmpty();
        struck.forEach((node, what) -> everStruck(bench, node, what));
    }

    /** The command was called as often as it takes to strike it. */
    private static void everStruck(ScenarioBench bench, String node, String what) {
        String[] words = what.split(" ", 2);
        if (COMMANDS.containsKey(words[0])) {
            int calls = bench.fleet
                    .node(node)
                    .clock()
                    .call(() -> bench.fleet.node(node).faults().calls(words[0]));
            assertThat(calls).as(what).isGreaterThanOrEqualTo(Integer.parseInt(words[1]));
        }
    }
}
